/** A demo cluster that answers, also as it is kept over a reload of the window. Without VS Code. */
import { numberAt, stringAt } from '../../../core/json.ts';

export interface RunningDemo {
  /** The ID of its process. */
  readonly pid: number;
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  /** The name of its context there. */
  readonly context: string;
  /** As `osc-tools simulate --list` names it. */
  readonly scenario: string;
  /** How many times faster than the world. */
  readonly speed: number;
  readonly url: string;
}

/** More than anybody starts: what is kept may have been written by another. */
const most = 50;

/** Reads what was kept. What can't be read is left out. */
export function readDemos(kept: unknown): readonly RunningDemo[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [pid, speed] = [numberAt(one, 'pid'), numberAt(one, 'speed')];
    const [kubeconfig, context, scenario, url] = [stringAt(one, 'kubeconfig'), stringAt(one, 'context'), stringAt(one, 'scenario'), stringAt(one, 'url')];
    if (pid === undefined || !Number.isInteger(pid) || pid <= 1 || speed === undefined) return [];
    if (kubeconfig === undefined || context === undefined || scenario === undefined || url === undefined) return [];
    return [{ pid, kubeconfig, context, scenario, speed, url }];
  });
}

/** Returns the name of the context of a new demo cluster: contexts of one list differ. */
export function freeContext(scenario: string, running: readonly Pick<RunningDemo, 'context'>[]): string {
  const taken = new Set(running.map(({ context }) => context));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `demo-${scenario}` : `demo-${scenario}-${number}`;
    if (!taken.has(name)) return name;
  }
}
