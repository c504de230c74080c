/**
 * Records the metrics of the operator over time. Fields that the real operator reads incorrectly are correct here.
 * Source: openshift/sandboxed-containers-operator@v1.8.0 cmd/metrics/metrics.go.
 */
import { kataConfigs, pods, runtimeClasses } from '#simulator/controllers/framework/resourceNames.ts';
import { getList, getString } from '#simulator/store/kubeObject.ts';
import type { Store } from '#simulator/store/store.ts';

export interface Gauges {
  readonly kata_remote_runtimeclass_available: number;
  readonly kata_config_installation_success: number;
  readonly kata_remote_workload_failure_ratio: number;
  readonly kata_total_remote_pods: number;
  readonly kata_failed_remote_pods: number;
}

export const gaugeHelp: Readonly<Record<keyof Gauges, string>> = {
  kata_remote_runtimeclass_available: 'Indicates if the kata-remote RuntimeClass is available (1) or not (0).',
  kata_config_installation_success: 'Indicates if KataConfig installation is successful (1) or not (0).',
  kata_remote_workload_failure_ratio: 'Percentage of kata-remote workloads that have failed.',
  kata_total_remote_pods: 'Total number of kata-remote pods across all namespaces, regardless of their status.',
  kata_failed_remote_pods:
    "Total number of kata-remote pods across all namespaces, that status is != 'Running|Succeed'",
};

const none: Gauges = {
  kata_remote_runtimeclass_available: 0,
  kata_config_installation_success: 0,
  kata_remote_workload_failure_ratio: 0,
  kata_total_remote_pods: 0,
  kata_failed_remote_pods: 0,
};
const most = 10_000;

export class GaugeHistory {
  readonly #store: Store;
  #steps: { readonly at: number; readonly gauges: Gauges }[] = [];
  /** Phases of the peer pods by UID, so that a change of one pod doesn't require listing thousands of pods. */
  readonly #remote = new Map<string, string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Starts recording.
   * @returns a function that stops recording
   */
  follow(): () => void {
    const stops = [
      this.#store.watch(pods, undefined, ({ type, object }) => {
        if (getString(object, 'spec', 'runtimeClassName') !== 'kata-remote') return;
        if (type === 'DELETED') this.#remote.delete(object.metadata.uid);
        else this.#remote.set(object.metadata.uid, getString(object, 'status', 'phase') ?? 'Pending');
        this.#look();
      }),
      ...[kataConfigs, runtimeClasses].map((resource) => this.#store.watch(resource, undefined, () => this.#look())),
    ];
    return () => {
      for (const stop of stops) if (stop.ok) stop.value();
    };
  }

  /** Returns the metrics at a time, in milliseconds since 1970. */
  at(time: number): Gauges {
    return this.#steps.findLast(({ at }) => at <= time)?.gauges ?? none;
  }

  #look(): void {
    const phases = [...this.#remote.values()];
    const failed = phases.filter((phase) => phase !== 'Running' && phase !== 'Succeeded').length;
    const [kataConfig] = this.#store.list(kataConfigs, { namespace: undefined }).items;
    const isDone = getList(kataConfig, 'status', 'conditions').some(
      (condition) => getString(condition, 'type') === 'InProgress' && getString(condition, 'status') === 'False',
    );
    const gauges: Gauges = {
      kata_remote_runtimeclass_available:
        this.#store.get(runtimeClasses, undefined, 'kata-remote') === undefined ? 0 : 1,
      kata_config_installation_success: isDone ? 1 : 0,
      kata_remote_workload_failure_ratio: phases.length === 0 ? 0 : (failed / phases.length) * 100,
      kata_total_remote_pods: phases.length,
      kata_failed_remote_pods: failed,
    };
    const last = this.#steps.at(-1)?.gauges;
    if (last !== undefined && JSON.stringify(last) === JSON.stringify(gauges)) return;
    this.#steps.push({ at: this.#store.clock.now(), gauges });
    if (this.#steps.length > most) this.#steps = this.#steps.slice(-most / 2);
  }
}
