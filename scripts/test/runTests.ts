/** Runs test files in Node's test runner. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot, runStatus } from '../lib/run.ts';
import { runTestProcess, type Say } from './testProcess.ts';
import { sumOf, type FailedTest, type TestRun } from './testRun.ts';

/**
 * Time limit between the starts of two tests in a shared process, in milliseconds. No test takes this long, even on a
 * busy computer.
 */
const silenceLimit = 600_000;

/**
 * Runs each file in its own process.
 * @param processes number of parallel processes
 * @param say receives the output at the end. If undefined, the output is printed immediately
 */
export function runApart(files: readonly string[], processes: number, say?: Say): Promise<TestRun> {
  return runTestProcess(files, { options: [`--test-concurrency=${processes}`], say });
}

/**
 * Runs many files in each process. By default, Node starts a process per file. Each process would then load the same
 * sources, or start its own browser and servers, which takes longer than the tests.
 */
export async function runShared(files: readonly string[], { processes, shares }: SharedProcesses): Promise<TestRun> {
  const waiting = deal(new Map(files.map((file) => [file, statSync(path.join(repositoryRoot, file)).size])), shares);
  const runs: TestRun[] = [];
  const runNext = async (): Promise<void> => {
    for (let share = waiting.shift(); share !== undefined; share = waiting.shift())
      runs.push(await runTestProcess(share, { options: ['--test-isolation=none'], silenceLimit }));
  };
  await Promise.all(Array.from({ length: processes }, runNext));
  return sumOf(runs);
}

/** Describes how the processes of a stage share its files. */
export interface SharedProcesses {
  readonly processes: number;
  /** Weights of the shares into which `deal` divides the files. */
  readonly shares: readonly number[];
}

/**
 * Divides files into shares by size. Larger files usually take longer, so the time of a share is roughly proportional
 * to its weight.
 * @param sizes file sizes in bytes, by path
 * @param weights weights of the shares
 * @returns the shares in the order of their weights, without empty ones
 */
export function deal(sizes: ReadonlyMap<string, number>, weights: readonly number[]): (readonly string[])[] {
  const shares = weights.map((weight) => ({ weight, size: 0, files: [] as string[] }));
  for (const [file, size] of [...sizes].toSorted(([, one], [, other]) => other - one)) {
    const [first, ...others] = shares;
    if (first === undefined) break;
    const share = others.reduce(
      (best, next) => ((next.size + size) / next.weight < (best.size + size) / best.weight ? next : best),
      first,
    );
    share.size += size;
    share.files.push(file);
  }
  return shares.map(({ files }) => files).filter(({ length }) => length > 0);
}

/**
 * Runs each command as one test.
 * @param processes number of parallel processes
 */
export async function runCommands(commands: readonly (readonly string[])[], processes: number): Promise<TestRun> {
  const waiting = [...commands];
  const failures: FailedTest[] = [];
  const runNext = async (): Promise<void> => {
    for (let args = waiting.shift(); args !== undefined; args = waiting.shift())
      if ((await runStatus('node', args)) !== 0) failures.push({ title: `node ${args.join(' ')}` });
  };
  await Promise.all(Array.from({ length: processes }, runNext));
  const failed = failures.length;
  return { passed: commands.length - failed, failed, skipped: 0, slowest: [], failures };
}
