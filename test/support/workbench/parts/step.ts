/**
 * Waits for states of the window. If a wait fails, the error contains the step, the expected state, and the last
 * observed state.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/**
 * Time limit of a wait, in milliseconds. A wait ends as soon as its state is reached, so only a failing test takes this
 * long. The first window on a computer with two CPUs opens in about 20 seconds, or in about 60 seconds if both CPUs are
 * busy.
 */
export const patience = 120_000;

/** The time between two checks of the state, in milliseconds. */
const interval = 40;

/** The time without changes after which an element is stable, in milliseconds. */
const quiet = 300;

/**
 * The time without changes after which a tree is stable, in milliseconds. It is shorter, because VS Code redraws the
 * tree whenever the cluster changes.
 */
export const briefly = 100;

/**
 * Time limit in milliseconds for one attempt to reach an element that VS Code can redraw or move. The next attempt
 * finds the element again.
 */
const attemptLimit = 5000;

/**
 * Additional time that an attempt can take after its limit, in milliseconds. Most requests to a frozen window have no
 * time limit of their own.
 */
const grace = 5000;

/** An action of a test or a wait, and the state that it must reach. */
export interface Step {
  /** The action in the imperative: `run "Fix All"`. */
  readonly does: string;
  /** The expected state as a noun phrase: `a closed Command Palette`. */
  readonly expects: string;
  /** Describes the current state of the relevant part of the window. Called only after a failure. */
  readonly state: () => Promise<string>;
}

/** The error of a step that didn't reach its state. */
export class StepError extends Error {
  constructor({ does, expects }: Step, seen: string, cause?: unknown) {
    super(
      `${does}\n  expected:  ${expects}\n  last seen: ${seen.replaceAll('\n', '\n             ')}`,
      cause === undefined ? {} : { cause },
    );
    this.name = 'StepError';
  }
}

/**
 * Waits until a condition is true. Treats an error of the condition as false, because VS Code can redraw the window
 * during a check.
 * @param limit in milliseconds
 * @throws StepError if the condition isn't true within the limit
 */
export async function until(step: Step, isReached: () => Promise<boolean>, limit = patience): Promise<void> {
  await untilValue(step, async () => ((await isReached()) ? true : undefined), limit);
}

/**
 * Waits until `read` returns a value.
 * @param limit in milliseconds
 * @returns the value
 * @throws StepError if there is no value within the limit
 */
export async function untilValue<T>(step: Step, read: () => Promise<T | undefined>, limit = patience): Promise<T> {
  let cause: unknown;
  for (const end = performance.now() + limit; ;) {
    try {
      const value = await within(end - performance.now() + grace, read());
      if (value !== undefined) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end) throw await stepError(step, cause);
    await delay(interval);
  }
}

/**
 * Performs an action once.
 * @param limit in milliseconds
 * @throws StepError if the action fails or doesn't end in time
 */
export async function perform<T>(step: Step, action: () => Promise<T>, limit = patience): Promise<T> {
  try {
    return await within(limit + grace, action());
  } catch (error) {
    throw error instanceof StepError ? error : await stepError(step, error);
  }
}

/**
 * Clicks a row, button, or action of VS Code. Clicks again only if the element didn't receive the click. This happens
 * if VS Code redraws the element while the mouse button is down.
 * @param hovered element over which VS Code shows the target
 * @throws StepError if the element doesn't receive a click in time
 */
export async function click(step: Step, target: Locator, hovered?: Locator): Promise<void> {
  const page = target.page();
  const isReceived = (): Promise<boolean> => page.evaluate<boolean>('globalThis.hasReceivedClick === true');
  await until(step, async () => {
    await hovered?.hover({ timeout: attemptLimit });
    await page.evaluate(watchClicks);
    try {
      await target.click({ timeout: attemptLimit });
    } catch (error) {
      // The time limit can be exceeded after the click.
      if (!(await isReceived())) throw error;
    }
    return isReceived();
  });
}

/** Runs in the window. Records whether the next click ends on an element of the same kind as it starts on. */
const watchClicks = `(() => {
  globalThis.hasReceivedClick = false;
  const kinds = ['.monaco-button', '.action-label', '.monaco-list-row'];
  const kindOf = (target) => kinds.find((kind) => target.closest(kind));
  let started;
  addEventListener('mousedown', ({ target }) => (started = kindOf(target)), { capture: true, once: true });
  addEventListener(
    'click',
    ({ target }) => (globalThis.hasReceivedClick = started !== undefined && kindOf(target) === started),
    { capture: true, once: true },
  );
})()`;

/**
 * Waits for work.
 * @param limit in milliseconds
 * @throws if the work doesn't end in time
 */
async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const frozen = delay(limit, undefined, { signal: timer.signal }).then(() =>
    Promise.reject(new Error(`The window did not answer for ${Math.round(limit)} ms.`)),
  );
  try {
    return await Promise.race([work, frozen]);
  } finally {
    timer.abort();
    frozen.catch(() => undefined);
  }
}

/**
 * Returns true if an element doesn't change for some time. If VS Code redraws a row during a click, the click is lost,
 * because the extension no longer recognizes the row.
 * @param selector of the element
 * @param duration in milliseconds
 */
export function isAtRest(page: Page, selector: string, duration = quiet): Promise<boolean> {
  return page.evaluate<boolean>(`new Promise((resolve) => {
    const end = (result) => { observer.disconnect(); clearTimeout(timer); resolve(result); };
    const observer = new MutationObserver(() => end(false));
    const timer = setTimeout(() => end(true), ${duration});
    observer.observe(document.querySelector(${JSON.stringify(selector)}), { childList: true, subtree: true, characterData: true });
  })`);
}

async function stepError(step: Step, cause: unknown): Promise<StepError> {
  const seen = await Promise.race([step.state(), delay(5000, "the window isn't responding", { ref: false })]).catch(
    (error: unknown) => `the window can't be read: ${String(error)}`,
  );
  return new StepError(step, seen === '' ? 'nothing' : seen, cause);
}
