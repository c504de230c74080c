/** Runs an executable and waits for it. Arguments are passed as an array and never through a shell. */
import { spawn, type SpawnOptions } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Returns the exit code of an executable. `node` runs the current Node.js executable. */
export function runStatus(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: repositoryRoot,
      stdio: 'inherit',
      ...options,
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs an executable. If it fails, exits this process with the same exit code. */
export async function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const status = await runStatus(program, args, options);
  if (status !== 0) process.exit(status);
}

/** Returns the JavaScript file of a development tool, to run with Node.js. */
export function tool(file: string): string {
  return path.join(repositoryRoot, 'node_modules', file);
}
