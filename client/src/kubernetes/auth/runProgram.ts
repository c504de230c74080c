/** Runs one executable with limits for time and output. Uses no shell and no terminal, and provides no input. */
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Clock } from '../clock.ts';

export interface CredentialProgram {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** If true, a failure includes the standard error output, which can contain credentials. */
  readonly keepsErrors?: boolean;
}

export type RunFailure = (
  | { readonly kind: 'not-found' | 'not-startable' | 'timeout' | 'too-much' }
  | { readonly kind: 'ended'; readonly code: number | undefined }
) & {
  /** The end of the standard error output, if the caller requested it. */
  readonly errors?: string;
};

/** Maximum output in bytes. A credential has a few thousand bytes. */
const maxOutput = 1_000_000;
/** Maximum standard error output to keep, in bytes. Only the last bytes are kept. */
const maxErrors = 100_000;

/**
 * Runs an executable and returns its standard output. Discards its standard error output unless the caller requests it.
 */
export function runProgram(
  { argv, env, folder, keepsErrors = false }: CredentialProgram,
  clock: Clock,
  timeout: number,
): Promise<Result<string, RunFailure>> {
  return new Promise((resolve) => {
    const [command, ...args] = argv;
    const isWindows = process.platform === 'win32';
    let child: ChildProcess;
    try {
      child = startProgram(command, args, { env, folder, isWindows });
    } catch {
      // Node.js rejects .cmd and .bat files without a shell.
      resolve(fail({ kind: 'not-startable' }));
      return;
    }
    const chunks: Buffer[] = [];
    let errors: Buffer = Buffer.alloc(0);
    const withErrors = (failure: RunFailure): RunFailure =>
      keepsErrors ? { ...failure, errors: errors.toString('utf8') } : failure;
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
      end(fail(withErrors({ kind })));
    };
    const cancel = clock.after(timeout, () => kill('timeout'));
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) kill('too-much');
      else chunks.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (keepsErrors) errors = Buffer.concat([errors, chunk]).subarray(-maxErrors);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      end(fail({ kind: error.code === 'ENOENT' ? 'not-found' : 'not-startable' })),
    );
    child.on('close', (code) =>
      end(
        code === 0
          ? succeed(Buffer.concat(chunks).toString('utf8'))
          : fail(withErrors({ kind: 'ended', code: code ?? undefined })),
      ),
    );
  });
}

function startProgram(
  command: string,
  args: readonly string[],
  { env, folder, isWindows }: Pick<CredentialProgram, 'env' | 'folder'> & { readonly isWindows: boolean },
): ChildProcess {
  return spawn(command, args, {
    cwd: folder,
    env: { ...env },
    shell: false,
    windowsHide: true,
    // Except on Windows, starts a new process group, so that child processes can be stopped too and can't prompt in a
    // terminal.
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function killGroup(child: ChildProcess, isWindows: boolean): void {
  try {
    if (!isWindows && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The process has already exited.
  }
}
