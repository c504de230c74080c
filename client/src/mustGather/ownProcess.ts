/** Runs one order in a process of its own, which is ended with its answer. Without VS Code. */
import { fork } from 'node:child_process';
import process from 'node:process';

export interface Program {
  /** The program: a bundle in dist/, or its source. */
  readonly program: string;
  /** The file with the strings of the language in which it answers. English without. */
  readonly strings: string | undefined;
}

/** Why a process gave no answer. */
export type NoAnswer =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'notStarted'; readonly message: string }
  /** @property by the signal that ended it, if one did */
  | { readonly kind: 'ended'; readonly by: string | undefined };

export interface ProcessCalls<T> {
  /** Ends the process. */
  readonly signal?: AbortSignal | undefined;
  /** Reads a message. @returns the answer; undefined if it is only about progress */
  readonly read: (message: unknown) => T | undefined;
  readonly without: (reason: NoAnswer) => T;
}

/** Hands an order to a new process. @returns its answer, once the process is gone */
export function askProcess<T>({ program, strings }: Program, order: object, { signal, read, without }: ProcessCalls<T>): Promise<T> {
  if (signal?.aborted === true) return Promise.resolve(without({ kind: 'canceled' }));
  const child = fork(program, strings === undefined ? [] : [strings], {
    // No inspector of the parent's, and none of the options it was started with.
    execArgv: [],
    env: { ...withoutOptions(), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Maps go as Maps.
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
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NODE_TEST_')));
}
