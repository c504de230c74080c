/** A demo cluster that responds, and its stored form during a reload of the window. Doesn't use VS Code. */
import { getNumber, getString } from '#core/common/json.ts';

export interface RunningDemo {
  /** The ID of its process. */
  readonly pid: number;
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  /** The name of its context there. */
  readonly context: string;
  /** As `osc-tools simulate --list` names it. */
  readonly scenario: string;
  /** Speed factor of its time. */
  readonly speed: number;
  readonly url: string;
}

/** Maximum number of stored demo clusters. Other code can write to the stored state. */
const most = 50;

/** Parses the stored state. Omits invalid entries. */
export function readDemos(kept: unknown): readonly RunningDemo[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [pid, speed] = [getNumber(one, 'pid'), getNumber(one, 'speed')];
    const [kubeconfig, context, scenario, url] = [
      getString(one, 'kubeconfig'),
      getString(one, 'context'),
      getString(one, 'scenario'),
      getString(one, 'url'),
    ];
    if (pid === undefined || !Number.isInteger(pid) || pid <= 1 || speed === undefined) return [];
    if (kubeconfig === undefined || context === undefined || scenario === undefined || url === undefined) return [];
    return [{ pid, kubeconfig, context, scenario, speed, url }];
  });
}

/** Returns a context name for a new demo cluster that no other demo cluster has. */
export function freeContext(scenario: string, running: readonly Pick<RunningDemo, 'context'>[]): string {
  const taken = new Set(running.map(({ context }) => context));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `demo-${scenario}` : `demo-${scenario}-${number}`;
    if (!taken.has(name)) return name;
  }
}
