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

/** Time in milliseconds after which a click without a result counts as lost. */
const lostAfter = 10_000;

/**
 * Time limit in milliseconds for one attempt to click an element that VS Code can redraw or move. The next attempt
 * finds the element again.
 */
export const clickTime = 5000;

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
 * Clicks an element, and waits for the result. Clicks again if there is no result, because VS Code loses a click if it
 * redraws the element while the mouse button is pressed.
 * @param target an element that can be clicked again without harm until there is a result
 * @throws StepError if there is no result in time
 */
export async function clickUntil(
  step: Step,
  target: Locator,
  hasResult: () => Promise<boolean>,
  options: { readonly button?: 'left' | 'right' } = {},
): Promise<void> {
  let clickedAt = Number.NEGATIVE_INFINITY;
  await until(step, async () => {
    if (clickedAt > 0 && (await hasResult())) return true;
    if (performance.now() - clickedAt > lostAfter) {
      await target.click({ ...options, timeout: clickTime });
      clickedAt = performance.now();
    }
    return false;
  });
}

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
