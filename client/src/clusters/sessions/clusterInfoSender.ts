/** Sends the cluster facts that files are checked against, at most once per `pause` (in milliseconds). */
import { factSources, factsOf, type ClusterInfo } from '#core/status/health/clusterInfo.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

const pause = 1000;

interface ChosenCluster {
  readonly context: string;
  readonly snapshot: Snapshot;
  /** Kubernetes version of a cluster without OpenShift. Undefined if it isn't known yet. */
  readonly kubernetes?: string | undefined;
}

export interface FactsParts {
  readonly clock: Clock;
  readonly send: (facts: ClusterInfo | undefined) => void;
  /** Returns the current data of the cluster that files are checked against, or undefined if no cluster is open. */
  readonly chosen: () => ChosenCluster | undefined;
}

export class ClusterInfoSender {
  readonly #parts: FactsParts;
  #waiting: (() => void) | undefined;
  #again = false;
  #sources: readonly unknown[] = [];
  #said: string | undefined;

  constructor(parts: FactsParts) {
    this.#parts = parts;
  }

  /** Sends the facts if they changed, at most once per `pause`. */
  update(): void {
    if (this.#waiting !== undefined) {
      this.#again = true;
      return;
    }
    this.#send();
    this.#waiting = this.#parts.clock.after(pause, () => {
      this.#waiting = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.update();
    });
  }

  dispose(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }

  #send(): void {
    const chosen = this.#parts.chosen();
    // Skips the comparison of facts if the source objects are identical, because a cluster can have thousands of nodes.
    const sources = chosen === undefined ? [] : [chosen.context, chosen.kubernetes, ...factSources(chosen.snapshot)];
    if (
      this.#said !== undefined &&
      sources.length === this.#sources.length &&
      sources.every((source, index) => source === this.#sources[index])
    )
      return;
    this.#sources = sources;
    const facts = chosen === undefined ? undefined : factsOf(chosen.context, chosen.snapshot, chosen.kubernetes);
    const said = facts === undefined ? '' : JSON.stringify({ ...facts, asOf: facts.live ? '' : facts.asOf });
    if (said === (this.#said ?? '')) return;
    this.#said = said;
    this.#parts.send(facts);
  }
}
