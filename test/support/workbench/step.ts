/** Waits for states of the window. A wait that fails names the step, the state that the step must reach, and the last state seen. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/**
 * The longest wait for a state, in milliseconds. A wait ends as soon as its state is reached, so only a failing test takes this long.
 * The first window on a cold two-core machine needs about 20 seconds, beside two busy loops about 60.
 */
export const patience = 120_000;

/** The time between two looks at the window, in milliseconds. */
const interval = 40;

/** How long nothing may change in an element that is at rest, in milliseconds. */
const quiet = 300;

/** The same for a tree, in milliseconds: VS Code draws it again each time its cluster changes, so it is never at rest for long. */
export const briefly = 100;

/** How much longer than its limit an attempt may take, in milliseconds. Most requests to a frozen window have no time limit of their own. */
const grace = 5000;

/** What a test does, and the state that this must reach. */
export interface Step {
  /** In the imperative: `run "Fix All"`. */
  readonly does: string;
  /** The state in words: `a closed Command Palette`. */
  readonly expects: string;
  /** Describes the part of the window that the step is about. Called only after a failure. */
  readonly state: () => Promise<string>;
}

/** A step that did not reach its state. */
export class StepError extends Error {
  constructor({ does, expects }: Step, seen: string, cause?: unknown) {
    super(`${does}\n  expected:  ${expects}\n  last seen: ${seen.replaceAll('\n', '\n             ')}`, cause === undefined ? {} : { cause });
    this.name = 'StepError';
  }
}

/**
 * Waits until a condition holds. Errors while the window is being redrawn count as "not yet".
 * @param limit in milliseconds
 * @throws StepError when the condition does not hold in time
 */
export async function until(step: Step, isReached: () => Promise<boolean>, limit = patience): Promise<void> {
  await untilValue(step, async () => ((await isReached()) ? true : undefined), limit);
}

/** Waits until there is a value. @param limit in milliseconds @returns the value @throws StepError when there is none in time */
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

/** Performs an action once. @param limit in milliseconds @throws StepError when the action fails or doesn't end in time */
export async function perform<T>(step: Step, action: () => Promise<T>, limit = patience): Promise<T> {
  try {
    return await within(limit + grace, action());
  } catch (error) {
    throw error instanceof StepError ? error : await stepError(step, error);
  }
}

/** Waits for work. @param limit in milliseconds @throws when the work doesn't end in time */
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
 * Whether nothing in an element has changed for a while. A click on a row that VS Code redraws in that moment is lost: the extension no longer knows the row.
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
  const seen = await Promise.race([step.state(), delay(5000, 'the window does not answer', { ref: false })]).catch(
    (error: unknown) => `the window can't be read: ${String(error)}`,
  );
  return new StepError(step, seen === '' ? 'nothing' : seen, cause);
}
