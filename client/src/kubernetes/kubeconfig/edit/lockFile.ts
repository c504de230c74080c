/**
 * Locks a kubeconfig in the same way as kubectl and oc: with an empty file beside it. Source: kubernetes/client-go
 * v0.32.0 tools/clientcmd/config.go `ModifyConfig` and loader.go `lockFile`, which also create `FILE.lock` exclusively
 * and delete it at the end. They fail if the file exists; this module waits.
 */
import { open, stat, unlink } from 'node:fs/promises';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Clock } from '../../clock.ts';

/** Time between two attempts in milliseconds. */
const pause = 50;

export interface LockOptions {
  /** Maximum time to wait in milliseconds. By default, 5 seconds. */
  readonly patience?: number;
  /**
   * Age in milliseconds after which a lock is deleted, because its process crashed. By default, a lock of another
   * process is never deleted.
   */
  readonly abandonedAfter?: number;
}

/** `locked`: another process holds the lock. `failed`: the lock file can't be created. */
export type LockProblem = 'locked' | 'failed';

/** Returns the path of the lock file. */
export function lockPath(file: string): string {
  return `${file}.lock`;
}

/**
 * Creates the lock file. Waits if another process holds the lock.
 * @returns a function that deletes the lock file
 */
export async function lockFile(
  file: string,
  clock: Clock,
  { patience = 5000, abandonedAfter = Number.POSITIVE_INFINITY }: LockOptions = {},
): Promise<Result<() => Promise<void>, LockProblem>> {
  const lock = lockPath(file);
  const until = clock.now() + patience;
  for (;;) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      return succeed(async () => unlink(lock).catch(() => undefined));
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!exists) return fail('failed');
      if ((await ageOf(lock, clock)) > abandonedAfter) await unlink(lock).catch(() => undefined);
      if (clock.now() >= until) return fail('locked');
      await new Promise<void>((resolve) => void clock.after(pause, resolve));
    }
  }
}

/** Returns the age of a file in milliseconds, or 0 if it doesn't exist. */
function ageOf(file: string, clock: Pick<Clock, 'now'>): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => clock.now() - mtimeMs,
    () => 0,
  );
}
