/** Runs `npm start`, or directly the script that it runs, scripts/start.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { repositoryRoot } from '#scripts/lib/run.ts';

export interface NpmStart {
  /** Exit code, or null after a signal. */
  readonly exit: Promise<number | null>;
  /** Returns the output so far. */
  output(): string;
  /**
   * Waits for output that matches the pattern and returns the match.
   * @throws if the process exits first, with its output
   */
  prints(pattern: RegExp): Promise<string>;
  /**
   * Sends a signal and waits for the exit.
   * @param signal SIGINT by default
   * @returns the exit code
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Runs scripts/start.ts, which exits on a signal. */
export function npmStart(env: Readonly<Record<string, string>>, ...args: readonly string[]): NpmStart {
  return follow(process.execPath, ['scripts/start.ts', ...args], env);
}

/** Runs `npm start` as a user types it. */
export function npmStartCommand(env: Readonly<Record<string, string>>, ...args: readonly string[]): NpmStart {
  return follow('npm', ['start', '--', ...args], env);
}

function follow(program: string, args: readonly string[], env: Readonly<Record<string, string>>): NpmStart {
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const exit = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    exit,
    output: () => output,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output);
          if (match !== null) resolve(match[0]);
        };
        listeners.add(look);
        look();
        exit.then(() => reject(new Error(`npm start ended without printing ${String(pattern)}:\n${output}`)), reject);
      }),
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return exit;
    },
  };
}
