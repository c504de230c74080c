/**
 * Starts the process of a demo cluster. The simulator runs in a separate process instead of a thread because a cluster
 * of 5,000 nodes needs a large heap, which must not count against the extension host. A crash of the simulator doesn't
 * affect the extension host either.
 */
import * as l10n from '@vscode/l10n';
import { fork, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { removeFiles } from './kubeconfigFiles.ts';
import { readChildMessage, type ChildMessage, type ScenarioChoice, type StartOrder } from './demoMessages.ts';

/** A demo cluster that responds to requests. */
export interface Answering {
  readonly url: string;
  /** Path of the kubeconfig. */
  readonly kubeconfig: string;
  /** Name of the context in the kubeconfig. */
  readonly context: string;
}

/** The process of a demo cluster. */
export interface DemoProcess {
  /**
   * Resolves when the process has exited for any reason and its kubeconfig is deleted. The value is the last error
   * message, or "" if there is none.
   */
  readonly ended: Promise<string>;
  /** Kills the process immediately. `ended` then resolves. */
  end(): void;
  /** Leaves the process running when the window closes or reloads, so that the next window can reconnect to it. */
  release(): void;
}

/** A process that this window started. */
export interface DemoChild extends DemoProcess {
  readonly pid: number | undefined;
  /** Scenarios that the process offers, or an error message. */
  readonly scenarios: Promise<Result<readonly ScenarioChoice[], string>>;
  /** Starts the cluster. Can be called only once. The error is a single line. */
  start(order: StartOrder): Promise<Result<Answering, string>>;
}

/**
 * Forks the demo process.
 * @param program path of dist/demoProcess.js or of its source
 */
export function startChild(program: string): DemoChild {
  const child = fork(program, [], {
    // The process must not inherit the debugger or other Node.js options of the parent process.
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
      void ended.then((why) => resolve(fail(why === '' ? l10n.t`the simulator exited` : why)));
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
    // The channel closes when the extension host exits, which starts the grace period.
    release: () => undefined,
    end() {
      // Deletes the files now, because the extension host might exit before the process does.
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

/** Returns the last error line that the process wrote to standard error, up to 500 characters. */
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
