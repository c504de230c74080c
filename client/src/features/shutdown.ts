/**
 * Shuts down features when the window closes. Waits for features that run processes, so that these can clean up while
 * their output is still read. Independent of VS Code.
 */
import type { Clock } from '../kubernetes/clock.ts';

/** Maximum waiting time in milliseconds. VS Code waits 5 seconds for `deactivate`, then ends the process. */
const most = 4000;

/**
 * Resolves when all features have shut down or the time limit is reached. Never rejects, so a feature that fails to
 * shut down doesn't affect the others.
 */
export async function shutDownFeatures(
  clock: Pick<Clock, 'after'>,
  leaves: readonly (() => Promise<void>)[],
): Promise<void> {
  let forget: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    forget = clock.after(most, resolve);
  });
  await Promise.race([late, Promise.allSettled(leaves.map(async (shutDown) => shutDown()))]);
  forget?.();
}
