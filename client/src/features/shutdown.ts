/**
 * The window closes: rooms that run programs are told, and waited for, so that these clean up before nobody reads any
 * more what they write. Without VS Code.
 */
import type { Clock } from '../kubernetes/clock.ts';

/** Milliseconds. VS Code waits five seconds for `deactivate`, and then ends the process. */
const most = 4000;

/**
 * Resolves when all have left, or it takes too long. Never rejects: whoever fails to leave is no reason not to wait for
 * others.
 */
export async function shutDownFeatures(
  clock: Pick<Clock, 'after'>,
  leaves: readonly (() => Promise<void>)[],
): Promise<void> {
  let forget: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    forget = clock.after(most, resolve);
  });
  await Promise.race([late, Promise.allSettled(leaves.map(async (leave) => leave()))]);
  forget?.();
}
