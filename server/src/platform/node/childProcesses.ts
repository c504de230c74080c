import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import type { ChildProcesses } from '../platform.ts';

/** Maximum heap of a child process, in MiB. */
const maxHeap = 512;

export const childProcesses: ChildProcesses | undefined = {
  start: (program, { onMessage, onExit }) => {
    const child = fork(fileURLToPath(new URL(`${program}.js`, import.meta.url)), ['--node-ipc'], {
      // Doesn't pass on the inspector or the Node.js options of the server.
      execArgv: [`--max-old-space-size=${maxHeap}`],
      env: { ...withoutOptions(), ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', onMessage);
    child.once('error', ({ message }) => onExit(message));
    child.once('exit', (code, signal) => onExit(signal ?? `code ${code ?? 0}`));
    child.unref();
    child.channel?.unref();
    return {
      send: (message) => {
        // After the process has exited, sending fails, and `onExit` reports it.
        if (child.connected) child.send(message, () => undefined);
      },
      stop: () => {
        child.removeAllListeners('message');
        child.kill('SIGKILL');
      },
    };
  },
};

function withoutOptions(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'));
}
