/**
 * A program `oc` for tests, in a folder of its own: it plays what the real one does as recorded (notes/cluster.md 4),
 * and writes down how it was called.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** What `oc adm must-gather` does this time. */
type PlayedGather =
  /** Gathers, brings its files, cleans up. */
  | 'works'
  /** Gathers until it is stopped. */
  | 'hangs'
  /** As `hangs`, and does not hear of SIGINT. */
  | 'deaf'
  | 'forbidden'
  /** The image cannot be had; as the real one, it falls back to `oc adm inspect` and ends with 1. */
  | 'pull'
  /** The time is up: what was gathered until then is brought, and it ends with 1. */
  | 'timeout';

export interface StandInPlan {
  readonly version?: string;
  readonly gather?: PlayedGather;
  /** Names of what it makes end with this. */
  readonly suffix?: string;
  /** A folder whose files it brings. */
  readonly brings?: string;
  /** Makes and deletes the namespace and the binding on the cluster of the kubeconfig that it is given. */
  readonly onCluster?: boolean;
  /** `node-logs`, `debug`: lines that it writes. */
  readonly lines?: readonly string[];
}

interface StandInCall {
  readonly args: readonly string[];
  readonly folder: string;
  readonly kubeconfig: string | undefined;
}

export interface StandInOc {
  /** The program. */
  readonly path: string;
  /** Its folder, for a PATH. */
  readonly folder: string;
  plan(plan: StandInPlan): void;
  /** How it was called so far. */
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
