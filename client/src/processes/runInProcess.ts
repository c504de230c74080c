/** Runs one request in a separate process and stops the process after its result. Doesn't use VS Code. */
import { fork } from 'node:child_process';
import process from 'node:process';

export interface ProcessProgram {
  /** Script of the process: a bundle in dist/, or its source. */
  readonly program: string;
  /** File with the translated strings for the process. If undefined, the process uses English. */
  readonly strings: string | undefined;
}

/** Reason a process returned no result. */
type ProcessFailure =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'notStarted'; readonly message: string }
  /** @property by the signal that stopped the process, if any */
  | { readonly kind: 'ended'; readonly by: string | undefined };

export interface ProcessCalls<T> {
  /** Stops the process. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Parses a message.
   * @returns the result, or undefined for a progress message
   */
  readonly read: (message: unknown) => T | undefined;
  readonly without: (reason: ProcessFailure) => T;
}

/**
 * Sends a request to a new process.
 * @returns the result, after the process has exited
 */
export function runInProcess<T>(
  { program, strings }: ProcessProgram,
  order: object,
  { signal, read, without }: ProcessCalls<T>,
): Promise<T> {
  if (signal?.aborted === true) return Promise.resolve(without({ kind: 'canceled' }));
  const child = fork(program, strings === undefined ? [] : [strings], {
    // Doesn't pass on the inspector or the Node.js options of the parent.
    execArgv: [],
    env: { ...withoutOptions(), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Transfers Maps as Maps.
    serialization: 'advanced',
  });
  return new Promise((resolve) => {
    let answer: T | undefined;
    const settle = (found: T): void => {
      answer ??= found;
      child.removeAllListeners('message');
      child.kill('SIGKILL');
    };
    const cancel = (): void => settle(without({ kind: 'canceled' }));
    signal?.addEventListener('abort', cancel);
    const end = (found: T): void => {
      signal?.removeEventListener('abort', cancel);
      resolve(found);
    };
    child.on('message', (message) => {
      const found = read(message);
      if (found !== undefined) settle(found);
    });
    child.once('error', ({ message }) => end(answer ?? without({ kind: 'notStarted', message })));
    child.once('exit', (_code, by) => end(answer ?? without({ kind: 'ended', by: by ?? undefined })));
    child.send(order, () => undefined);
  });
}

function withoutOptions(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NODE_TEST_')),
  );
}
