/** Plays the behavior of `oc`. Output and signals are as recorded with oc 6b8e30c5b (notes/cluster.md 4). */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { playGather } from './playGather.ts';
import type { StandInPlan } from './standInOc.ts';

export async function play(folder: string): Promise<void> {
  const args = process.argv.slice(2);
  appendFileSync(
    path.join(folder, 'calls.jsonl'),
    `${JSON.stringify({ args, folder: process.cwd(), kubeconfig: process.env['KUBECONFIG'] })}\n`,
  );
  writeFileSync(path.join(folder, 'pid'), `${process.pid}`);
  // The test has just written this file, so its format is known.
  const plan = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')) as StandInPlan;
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (words[0] === 'version') {
    const version = plan.version ?? '4.21.9';
    process.stdout.write(
      `${JSON.stringify({ clientVersion: { gitVersion: 'v1.34.2' }, kustomizeVersion: 'v5.7.1', releaseClientVersion: version })}\n`,
    );
  } else if (words[0] === 'adm' && words[1] === 'must-gather') process.exitCode = await playGather(args, plan);
  else if (plan.lines === undefined) {
    process.stderr.write(`error: unknown command "${words[0] ?? ''}" for "oc"\n`);
    process.exitCode = 1;
  } else {
    for (const line of plan.lines) process.stdout.write(`${line}\n`);
    if (plan.gather === 'hangs') {
      process.once('SIGINT', () => process.exit(130));
      await sleep(600_000);
    }
  }
}
