/**
 * Reads the state that all tests of a process share: the working directory, environment variables, and global functions
 * that a test can replace.
 */
import process from 'node:process';

export type ProcessState = ReadonlyMap<string, unknown>;

/** Returns the value of each part of the state, by the name of the part. */
export function readProcessState(): ProcessState {
  const variables = Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const);
  const functions = { setTimeout, setInterval, setImmediate, fetch, Date, queueMicrotask };
  return new Map<string, unknown>([
    ['the working directory', process.cwd()],
    ...variables,
    ...Object.entries(functions),
    ['Date.now', Date.now],
    ['Math.random', Math.random],
    ['process.exit', process.exit],
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
    ['console.log', console.log],
  ]);
}

/** Returns the names of the parts that have different values. */
export function changedParts(before: ProcessState, after: ProcessState): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}
