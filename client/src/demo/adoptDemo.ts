/** Reconnects a reloaded window to the process of its demo cluster. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import type { DemoProcess } from './demoChild.ts';
import { isAlive } from '../processes/isProcessAlive.ts';
import { keepAlive, getDemoKubeconfigPath, removeFiles } from './kubeconfigFiles.ts';

/** Time that a demo cluster waits for a reloaded window, in milliseconds. */
export const reloadGrace = 20_000;
/** Interval in milliseconds at which a window signals the process that it still needs the demo cluster. */
const beat = 1000;

/**
 * Returns the process of a demo cluster and keeps it running while this window is open. Returns undefined if the
 * process exited.
 * @param folder folder that contains the files of the process
 */
export function adoptDemo(folder: string, pid: number): DemoProcess | undefined {
  // The kubeconfig proves that the process belongs to a demo cluster, because process IDs are reused.
  const runs = (): boolean => existsSync(getDemoKubeconfigPath(folder, pid)) && isAlive(pid);
  if (!runs() || !keepAlive(folder, pid)) return undefined;
  let release: () => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      if (runs()) keepAlive(folder, pid);
      else if (!isAlive(pid)) {
        release();
        // The process might have written a file while `end` deleted them.
        removeFiles(folder, pid);
        resolve('');
      }
    }, beat);
    timer.unref();
    release = () => clearInterval(timer);
  });
  return {
    ended,
    release: () => release(),
    end() {
      if (!runs()) return;
      removeFiles(folder, pid);
      process.kill(pid, 'SIGKILL');
    },
  };
}
