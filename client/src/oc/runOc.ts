/** Runs `oc` as a child process and follows it until it exits. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { realClock, type Clock } from '../kubernetes/clock.ts';
import type { OcChild, OcEnd, OcRun } from './oc.ts';
import { createOcArguments, ocEnv } from './ocEnv.ts';
import { PlainLines } from './plainLines.ts';

/** Time to wait for output of child processes after `oc` exits, in milliseconds. */
const lastWords = 2000;

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** Starts `oc`. Never throws: if `oc` can't start, the result contains the error. */
export function runOc(
  run: OcRun,
  env: Readonly<Record<string, string | undefined>> = process.env,
  clock: Clock = realClock,
): OcChild {
  const { program, cluster, args, folder } = run;
  const nothing = (): void => undefined;
  const isWindows = process.platform === 'win32';
  let child: ChildProcess;
  try {
    child = spawn(program.path, [...createOcArguments(cluster, args)], {
      cwd: folder,
      env: { ...ocEnv(env, cluster.kubeconfig) },
      shell: false,
      windowsHide: true,
      // In a separate process group, so that signals also reach child processes of oc. Closing the window then doesn't
      // end oc before it has cleaned up.
      detached: !isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch {
    return {
      ended: Promise.resolve(fail(l10n.t`Can't start ${program.path}.`)),
      interrupt: nothing,
      terminate: nothing,
      kill: nothing,
    };
  }
  let over = false;
  const signal = (name: StopSignal): void => {
    if (!over) signalGroup(child, name, isWindows);
  };
  return {
    ended: endOf(child, run, clock).finally(() => {
      over = true;
    }),
    interrupt: () => signal('SIGINT'),
    terminate: () => signal('SIGTERM'),
    kill: () => signal('SIGKILL'),
  };
}

function endOf(
  child: ChildProcess,
  { program: { path }, onLine, waitForSpace }: OcRun,
  clock: Clock,
): Promise<Result<OcEnd, string>> {
  const streams = [
    { stream: child.stdout, lines: new PlainLines((line) => onLine(line, 'output')) },
    { stream: child.stderr, lines: new PlainLines((line) => onLine(line, 'errors')) },
  ];
  for (const { stream, lines } of streams) {
    stream?.on('data', (chunk: Buffer) => {
      lines.push(chunk);
      if (stream === child.stdout) holdUntil(waitForSpace?.());
    });
    // The exit event reports the failure.
    stream?.on('error', () => undefined);
  }
  let held: Promise<void> | undefined;
  // When the pipe is full, oc waits.
  const holdUntil = (free: Promise<void> | undefined): void => {
    if (free === undefined || held !== undefined) return;
    child.stdout?.pause();
    held = free.then(() => {
      held = undefined;
      child.stdout?.resume();
    });
  };
  return new Promise((resolve) => {
    let over = false;
    let cancel: (() => void) | undefined;
    const end = (result: Result<OcEnd, string>): void => {
      if (over) return;
      over = true;
      cancel?.();
      for (const { stream, lines } of streams) {
        stream?.destroy();
        lines.end();
      }
      resolve(result);
    };
    child.on('error', (error: NodeJS.ErrnoException) => end(fail(startFailure(path, error.code))));
    const told = (code: number | null, signal: string | null): Result<OcEnd, string> =>
      succeed(signal === null ? { kind: 'ended', code: code ?? 0 } : { kind: 'signal', signal });
    child.on('close', (code, signal) => end(told(code, signal)));
    // A child process of oc can keep the pipes open after oc exits.
    child.on('exit', (code, signal) => {
      const last = (): void => {
        // Output in the pipe must still be read.
        cancel = clock.after(lastWords, () => (held === undefined ? end(told(code, signal)) : void held.then(last)));
      };
      last();
    });
  });
}

function startFailure(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return l10n.t`${path} or its working directory no longer exists.`;
  if (code === 'EACCES') return l10n.t`You don't have permission to run ${path}.`;
  return l10n.t`Can't start ${path}.`;
}

/**
 * Sends a signal to the process group. Windows has no signal for processes without a console, so oc is killed on
 * Windows without cleaning up.
 */
function signalGroup(child: ChildProcess, name: StopSignal, isWindows: boolean): void {
  try {
    if (!isWindows && child.pid !== undefined) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // The process has exited in the meantime.
  }
}
