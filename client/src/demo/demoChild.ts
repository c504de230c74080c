/**
 * Starts the process of a demo cluster. A process, not a thread: a cluster of 5,000 nodes has a large heap, which is
 * not to count against that of the extension host, and whatever goes wrong in it is not to take the extension host with
 * it.
 */
import * as l10n from '@vscode/l10n';
import { fork, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { removeFiles } from './kubeconfigFiles.ts';
import { readChildMessage, type ChildMessage, type ScenarioChoice, type StartOrder } from './demoMessages.ts';

/** A cluster that answers. */
export interface Answering {
  readonly url: string;
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  /** The name of its context there. */
  readonly context: string;
}

/** The process of a demo cluster. */
export interface DemoProcess {
  /**
   * Settles when the process has ended, whoever ended it, and its kubeconfig is gone. Tells what it last complained of.
   */
  readonly ended: Promise<string>;
  /** Ends it at once; `ended` follows. */
  end(): void;
  /** Leaves the process running when the window closes or reloads, so that the next window can reconnect to it. */
  release(): void;
}

/** A process that this window started. */
export interface DemoChild extends DemoProcess {
  readonly pid: number | undefined;
  /** Options for a new process. */
  readonly scenarios: Promise<Result<readonly ScenarioChoice[], string>>;
  /** Starts the cluster, once. The error is one line. */
  start(order: StartOrder): Promise<Result<Answering, string>>;
}

/** Forks the program, dist/demoProcess.js or its source. */
export function startChild(program: string): DemoChild {
  const child = fork(program, [], {
    // No inspector of the parent's, and none of the options it was started with.
    execArgv: [],
    env: { ...withoutOptions(), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const complaint = lastComplaint(child);
  const written: { folder?: string } = {};
  const tidy = (): void => {
    if (written.folder !== undefined && child.pid !== undefined) removeFiles(written.folder, child.pid);
  };
  const ended = new Promise<string>((resolve) => {
    const end = (why: string) => {
      tidy();
      resolve(why);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', () => end(complaint()));
  });
  const next = <T>(pick: (message: ChildMessage) => Result<T, string> | undefined): Promise<Result<T, string>> =>
    new Promise((resolve) => {
      child.on('message', (message) => {
        const read = readChildMessage(message);
        const picked = read === undefined ? undefined : pick(read);
        if (picked !== undefined) resolve(picked);
      });
      void ended.then((why) =>
        resolve(fail(why === '' ? l10n.t`the process exited` : l10n.t`the process exited: ${why}`)),
      );
    });
  return {
    pid: child.pid,
    scenarios: next((message) => (message.kind === 'scenarios' ? succeed(message.scenarios) : undefined)),
    start(order) {
      written.folder = order.folder;
      const answer = next<Answering>((message) => {
        if (message.kind === 'failed') return fail(message.message);
        return message.kind === 'answers'
          ? succeed({ url: message.url, kubeconfig: message.kubeconfig, context: message.context })
          : undefined;
      });
      if (child.connected) child.send(order);
      return answer;
    },
    ended,
    // The channel closes with this process, which starts the grace period.
    release: () => undefined,
    end() {
      // Without waiting: the extension host may be about to end.
      tidy();
      child.kill('SIGKILL');
    },
  };
}

function withoutOptions(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NODE_TEST_')),
  );
}

/** The last line that it wrote to standard error, which is what a crash of Node ends with at most 500 characters of. */
function lastComplaint(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = `${text}${chunk}`.slice(-4000);
  });
  return () =>
    text
      .split('\n')
      .findLast((line) => /error/i.test(line))
      ?.trim()
      .slice(0, 500) ?? '';
}
