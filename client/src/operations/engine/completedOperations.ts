/**
 * Keeps completed operations on their clusters, even after the window reloads, until another operation starts or the
 * user hides them. Doesn't use VS Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { completedRun, isPaused, toProgress, type Operations } from '#client/clusters/state/savedOperations.ts';
import { describeCompletion } from '#client/clusters/state/operationProgressText.ts';

type Cluster = Pick<OpenCluster, 'context' | 'server'>;

export class CompletedOperations {
  readonly #operations: Operations;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(operations: Operations, clock: Pick<Clock, 'now'>) {
    this.#operations = operations;
    this.#clock = clock;
  }

  /** Returns the completed operation as the tree shows it. Returns undefined if there is none. */
  shown(cluster: Cluster): OperationProgress | undefined {
    const kept = this.#operations.of(cluster);
    return kept === undefined || isPaused(kept) ? undefined : toProgress(kept);
  }

  /**
   * Stores a completed operation.
   * @param procedure ID of its procedure
   */
  keep({ context, server }: Cluster, procedure: string, seen: OperationProgress): void {
    this.#operations.keep({ context, server, procedure, run: completedRun(seen), at: this.#clock.now() });
  }

  /**
   * Marks an open step as done.
   * @returns the operation as the tree shows it; undefined if there is none
   */
  settle(cluster: Cluster, step: string, headline: string): OperationProgress | undefined {
    const kept = this.#operations.of(cluster);
    if (kept === undefined || isPaused(kept)) return undefined;
    const run = settled(kept.run, step, headline, this.#clock.now());
    this.#operations.keep({ ...kept, run });
    return run;
  }

  hide(cluster: Cluster): void {
    if (this.shown(cluster) !== undefined) this.#operations.forget(cluster);
  }
}

/**
 * Returns a completed operation with one of its open steps marked as done.
 * @param now milliseconds since 1970
 */
function settled(shown: OperationProgress, id: string, headline: string, now: number): OperationProgress {
  const steps = shown.steps.map((step) =>
    step.id === id && step.state === 'open' ? { ...step, state: 'done' as const, headline } : step,
  );
  return {
    ...shown,
    steps,
    words: describeCompletion(steps),
    results: { ...shown.results, [id]: { how: 'reached', headline, at: now } },
  };
}
