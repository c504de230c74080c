/**
 * Locks a kubeconfig in the same way as kubectl and oc: with an empty file beside it. Source: kubernetes/client-go
 * v0.32.0 tools/clientcmd/config.go `ModifyConfig` and loader.go `lockFile`, which also create `FILE.lock` exclusively
 * and delete it at the end. They fail if the file exists; this module waits.
 */
import { open, unlink } from 'node:fs/promises';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Clock } from '../../clock.ts';

/** Time between two attempts and maximum time to wait, in milliseconds. */
const pause = 50;
const patience = 5000;

/** `locked`: another process holds the lock. `failed`: the lock file can't be created. */
export type LockProblem = 'locked' | 'failed';

/** Returns the path of the lock file. */
export function lockPath(file: string): string {
  return `${file}.lock`;
}

/**
 * Creates the lock file. Waits if another process holds the lock, but never deletes the lock of another process.
 * @returns a function that deletes the lock file
 */
export async function lockFile(file: string, clock: Clock): Promise<Result<() => Promise<void>, LockProblem>> {
  const lock = lockPath(file);
  const until = clock.now() + patience;
  for (;;) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      return succeed(async () => unlink(lock).catch(() => undefined));
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!exists) return fail('failed');
      if (clock.now() >= until) return fail('locked');
      await new Promise<void>((resolve) => void clock.after(pause, resolve));
    }
  }
}
