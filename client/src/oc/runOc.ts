/** Runs `oc` as a child, and follows it to its end. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { realClock, type Clock } from '../kubernetes/clock.ts';
import type { OcChild, OcEnd, OcRun } from './oc.ts';
import { createOcArguments, ocEnv } from './ocEnv.ts';
import { PlainLines } from './plainLines.ts';

/** Milliseconds that what it has started may still write after its end. */
const lastWords = 2000;

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** Never throws: that it cannot be started is the result. */
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
      // A group of its own: signals of ours reach what it started, and the end of the window does not end it before it
      // has cleaned up.
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
  { program: { path }, onLine, room }: OcRun,
  clock: Clock,
): Promise<Result<OcEnd, string>> {
  const streams = [
    { stream: child.stdout, lines: new PlainLines((line) => onLine(line, 'output')) },
    { stream: child.stderr, lines: new PlainLines((line) => onLine(line, 'errors')) },
  ];
  for (const { stream, lines } of streams) {
    stream?.on('data', (chunk: Buffer) => {
      lines.push(chunk);
      if (stream === child.stdout) holdUntil(room?.());
    });
    // What broke off is told by its end.
    stream?.on('error', () => undefined);
  }
  let held: Promise<void> | undefined;
  // Its pipe becomes full then, and it waits.
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
    // A child of its own may keep the pipes open for longer than it lives.
    child.on('exit', (code, signal) => {
      const last = (): void => {
        // What waits in the pipe is of it, too.
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

/** Windows has no signal that can be sent to a program without a console: there it is ended, and cleans up nothing. */
function signalGroup(child: ChildProcess, name: StopSignal, isWindows: boolean): void {
  try {
    if (!isWindows && child.pid !== undefined) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // It has ended meanwhile.
  }
}
