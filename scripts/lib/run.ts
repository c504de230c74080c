/** Runs a program and waits for it. Arguments are an array, never a line for a shell. */
import { spawn, type SpawnOptions } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Exit code of the program; `node` is the Node that runs this. */
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

/** Ends this program with the other's exit code when that fails. */
export async function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const status = await runStatus(program, args, options);
  if (status !== 0) process.exit(status);
}

/** A program of a development dependency, as a JavaScript file to be run by node. */
export function tool(file: string): string {
  return path.join(repositoryRoot, 'node_modules', file);
}
