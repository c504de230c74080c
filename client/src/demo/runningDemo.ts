/**
 * Describes a running demo cluster and parses its stored form, which survives a reload of the window. Doesn't use VS
 * Code.
 */
import { getNumber, getString } from '#core/common/json.ts';

export interface RunningDemo {
  /** Process ID of the simulator. */
  readonly pid: number;
  /** Path of the kubeconfig. */
  readonly kubeconfig: string;
  /** Name of the context in the kubeconfig. */
  readonly context: string;
  /** Scenario name, as listed by `osc-tools simulate --list`. */
  readonly scenario: string;
  /** Speed of simulated time relative to real time. */
  readonly speed: number;
  readonly url: string;
}

/** Maximum number of stored demo clusters to read, because other code can write to the workspace state. */
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

/** Returns a context name for a new demo cluster that no running demo cluster uses. */
export function freeContext(scenario: string, running: readonly Pick<RunningDemo, 'context'>[]): string {
  const taken = new Set(running.map(({ context }) => context));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `demo-${scenario}` : `demo-${scenario}-${number}`;
    if (!taken.has(name)) return name;
  }
}
