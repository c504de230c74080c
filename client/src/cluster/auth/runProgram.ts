/** Runs one program, bounded in time and output. No shell, no terminal, nothing to read from. */
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { failed, ok, type Result } from '../../../../core/result.ts';
import type { Clock } from '../time.ts';

export interface Program {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
}

export type RunFailure =
  { readonly kind: 'not-found' | 'not-startable' | 'timeout' | 'too-much' } | { readonly kind: 'ended'; readonly code: number | undefined };

/** Bytes of output: a credential has some thousand. */
const maxOutput = 1_000_000;

/** @returns what it wrote to its output; what it wrote to its errors is read and forgotten, for it may hold credentials */
export function runProgram({ argv, env, folder }: Program, clock: Clock, timeout: number): Promise<Result<string, RunFailure>> {
  return new Promise((resolve) => {
    const [command, ...args] = argv;
    const isWindows = process.platform === 'win32';
    let child: ChildProcess;
    try {
      // A group of its own elsewhere than on Windows: what it starts can be ended with it, and no terminal is asked behind our back.
      child = spawn(command, args, { cwd: folder, env: { ...env }, shell: false, windowsHide: true, detached: !isWindows, stdio: ['ignore', 'pipe', 'pipe'] });
    } catch {
      // Node refuses .cmd and .bat without a shell.
      resolve(failed({ kind: 'not-startable' }));
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    let over = false;
    const end = (result: Result<string, RunFailure>): void => {
      if (over) return;
      over = true;
      cancel();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    const kill = (kind: 'timeout' | 'too-much'): void => {
      killGroup(child, isWindows);
      end(failed({ kind }));
    };
    const cancel = clock.after(timeout, () => kill('timeout'));
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) kill('too-much');
      else chunks.push(chunk);
    });
    child.stderr?.resume();
    child.on('error', (error: NodeJS.ErrnoException) => end(failed({ kind: error.code === 'ENOENT' ? 'not-found' : 'not-startable' })));
    child.on('close', (code) => end(code === 0 ? ok(Buffer.concat(chunks).toString('utf8')) : failed({ kind: 'ended', code: code ?? undefined })));
  });
}

function killGroup(child: ChildProcess, isWindows: boolean): void {
  try {
    if (!isWindows && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
