/** Packs must-gathers in processes of their own. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { failed, ok, type Result } from '../../../../core/result.ts';
import { unfinished, type BundleManifest } from './bundle.ts';
import { readPackMessage, type PackOrder } from './messages.ts';

export interface PackCalls {
  /** Ends it: the process is gone then, and so is what it has written. */
  readonly signal: AbortSignal;
  /** Called with the steps so far, of how many. */
  readonly progress: (done: number, total: number) => void;
}

/** Packs as ordered. The error says why that failed; undefined: it was cancelled. */
export type Packer = (order: PackOrder, calls: PackCalls) => Promise<Result<BundleManifest, string | undefined>>;

/** @param program dist/packProcess.js or its source @param strings the file with those of the language in which it tells; English without */
export function packer(program: string, strings?: string): Packer {
  return async (order, calls) => {
    const result = await packIn({ program, strings }, order, calls);
    // A process that was ended in the middle can't tidy up itself.
    const { zip, copies } = unfinished(order.target);
    await Promise.all([rm(zip, { force: true }), rm(copies, { recursive: true, force: true })]);
    return result;
  };
}

function packIn(
  { program, strings }: { readonly program: string; readonly strings: string | undefined },
  order: PackOrder,
  { signal, progress }: PackCalls,
): Promise<Result<BundleManifest, string | undefined>> {
  if (signal.aborted) return Promise.resolve(failed(undefined));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NODE_TEST_')));
  const child = fork(program, strings === undefined ? [] : [strings], {
    // No inspector of the parent's, and none of the options it was started with.
    execArgv: [],
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  return new Promise((resolve) => {
    let answer: Result<BundleManifest, string | undefined> = failed(l10n.t`the process that packs it has ended: there may not be enough memory`);
    const settle = (result: Result<BundleManifest, string | undefined>): void => {
      answer = result;
      child.kill('SIGKILL');
    };
    const cancel = (): void => settle(failed(undefined));
    signal.addEventListener('abort', cancel);
    child.on('message', (message) => {
      const read = readPackMessage(message);
      if (read?.kind === 'progress') progress(read.done, read.total);
      else if (read?.kind === 'packed') settle(ok(read.manifest));
      else settle(failed(read?.message ?? l10n.t`the process said something that is not known`));
    });
    child.once('error', (error) => settle(failed(l10n.t`the process that packs it did not start: ${error.message}`)));
    // Only then nothing of it writes any more.
    child.once('close', () => {
      signal.removeEventListener('abort', cancel);
      resolve(answer);
    });
    child.send(order, () => undefined);
  });
}
