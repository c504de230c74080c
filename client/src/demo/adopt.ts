/** Takes over the process of a demo cluster from the window as it was before a reload. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import type { DemoProcess } from './child.ts';
import { isAlive } from './isAlive.ts';
import { keepAlive, kubeconfigFile, removeFiles } from './kubeconfigFiles.ts';

/** How long a demo cluster waits for the window that reloads, in milliseconds. */
export const reloadGrace = 20_000;
/** Milliseconds between two messages that the window still needs the cluster. */
const beat = 1000;

/** Returns the process, which runs as long as this window; undefined if it has ended. @param folder of its files */
export function adoptDemo(folder: string, pid: number): DemoProcess | undefined {
  // Its kubeconfig shows that the process is that of a demo cluster: process IDs are used again.
  const runs = (): boolean => existsSync(kubeconfigFile(folder, pid)) && isAlive(pid);
  if (!runs() || !keepAlive(folder, pid)) return undefined;
  let release: () => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      if (runs()) keepAlive(folder, pid);
      else if (!isAlive(pid)) {
        release();
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
