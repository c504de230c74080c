/**
 * Creates a stand-in for `oc` in a temporary folder. It plays the recorded behavior of the real one (notes/cluster.md
 * 4) and records its calls.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { GatherProgress } from '#core/mustGather/collectPhases.ts';

/** Behavior of `oc adm must-gather`. */
type PlayedGather =
  /** Collects data, writes files, and cleans up. */
  | 'works'
  /** Runs until it is stopped. */
  | 'hangs'
  /** Like `hangs`, but ignores SIGINT. */
  | 'deaf'
  /** Writes a file that grows in the phase `growsIn` until it is stopped. By default, copies such a file. */
  | 'grows'
  | 'forbidden'
  /** Can't pull the image. The command exits with 1. The real one also falls back to `oc adm inspect`. */
  | 'pull'
  /** Times out. The command exits with 1 and doesn't copy the collected files. */
  | 'timeout';

export interface StandInPlan {
  readonly version?: string;
  readonly gather?: PlayedGather;
  /** File whose creation also ends the growth. */
  readonly grownFile?: string;
  readonly growsIn?: GatherProgress['phase'];
  /** Suffix of the names of created objects. */
  readonly suffix?: string;
  /** Folder whose files the must-gather contains. */
  readonly brings?: string;
  /** True to create and delete the namespace and the binding on the cluster of the kubeconfig. */
  readonly onCluster?: boolean;
  /** File to create when `hangs` or `deaf` waits to be stopped. */
  readonly waitingFile?: string;
  /** Output of `node-logs` and `debug`, in lines. */
  readonly lines?: readonly string[];
}

interface StandInCall {
  readonly args: readonly string[];
  readonly folder: string;
  readonly kubeconfig: string | undefined;
}

export interface StandInOc {
  /** Path of the executable. */
  readonly path: string;
  /** Folder of the executable, for `PATH`. */
  readonly folder: string;
  plan(plan: StandInPlan): void;
  /** Returns the calls so far. */
  calls(): readonly StandInCall[];
  remove(): void;
}

export function makeStandInOc(plan: StandInPlan = {}): StandInOc {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'osc-oc-'));
  const program = path.join(folder, 'oc');
  const played = pathToFileURL(path.join(import.meta.dirname, 'play.ts')).href;
  writeFileSync(
    program,
    `#!${process.execPath}\nimport(${JSON.stringify(played)}).then(({ play }) => play(${JSON.stringify(folder)}));\n`,
  );
  chmodSync(program, 0o755);
  const setPlan = (next: StandInPlan): void => writeFileSync(path.join(folder, 'plan.json'), JSON.stringify(next));
  setPlan(plan);
  const calls = path.join(folder, 'calls.jsonl');
  return {
    path: program,
    folder,
    plan: setPlan,
    calls: () =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as StandInCall)
        : [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
