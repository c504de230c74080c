/**
 * Records when Prometheus collects the metrics of the operator namespace. The Prometheus of the platform collects only
 * from namespaces with a label, which the operator sets when it starts. Source:
 * openshift/sandboxed-containers-operator@d0632e586 main.go (openshift.io/cluster-monitoring).
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { namespaces } from '#simulator/controllers/framework/resourceNames.ts';
import type { Store } from '#simulator/store/store.ts';
import type { Family, SimulatedSeries } from './simulatedSeries.ts';

/** Label of the namespaces from which the Prometheus of the platform collects, if it is `true`. */
export const collectionLabel = 'openshift.io/cluster-monitoring';

/** A period without collection, in milliseconds since 1970. It has no end while nothing is collected. */
interface Pause {
  readonly since: number;
  readonly until?: number;
}

export class CollectionPeriods {
  readonly #store: Store;
  #pauses: readonly Pause[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Number of times that the collection stopped. */
  get changes(): number {
    return this.#pauses.length;
  }

  /**
   * Starts recording.
   * @returns a function that stops recording
   */
  follow(): () => void {
    const stop = this.#store.watch(namespaces, undefined, ({ type, object }) => {
      if (object.metadata.name === operatorNamespace && type !== 'DELETED')
        // The simulated operator doesn't set the label, so a missing one counts as set.
        this.#note((object.metadata.labels?.[collectionLabel] ?? 'true') === 'true');
    });
    return stop.ok ? stop.value : () => undefined;
  }

  /** Returns a family without the time in which nothing is collected. */
  limit(family: Family): Family {
    return { ...family, sources: family.sources.flatMap((source) => this.#split(source)) };
  }

  #note(isCollected: boolean): void {
    const last = this.#pauses.at(-1);
    const isPaused = last !== undefined && last.until === undefined;
    const now = this.#store.clock.now();
    if (isCollected && isPaused) this.#pauses = [...this.#pauses.slice(0, -1), { ...last, until: now }];
    else if (!isCollected && !isPaused) this.#pauses = [...this.#pauses, { since: now }];
  }

  /** Returns the parts of a series before, between, and after the pauses. */
  #split(source: SimulatedSeries): readonly SimulatedSeries[] {
    let parts: readonly SimulatedSeries[] = [source];
    for (const { since, until } of this.#pauses)
      parts = parts.flatMap((part) => {
        const end = part.until ?? Infinity;
        const before = part.since < since ? [{ ...part, until: Math.min(end, since) }] : [];
        const after = until !== undefined && end > until ? [{ ...part, since: Math.max(part.since, until) }] : [];
        return [...before, ...after];
      });
    return parts;
  }
}
