/** Follows the Kata pods of a cluster, their owners, and their newest warnings for a command. Doesn't use VS Code. */
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { noPodOwners } from '#core/status/workloads/ownedPods.ts';
import {
  classCountWords,
  countClasses,
  namespacesWithProblems,
  summarizeWorkloads,
  unlistedWords,
} from '#core/status/workloads/workloadSummary.ts';
import { formatCount } from '#core/text/counts.ts';
import { ExpandedRows } from '#client/clusters/sessions/expandedRows.ts';
import type { LoadedWorkloads } from '#client/clusters/state/workloads.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { CommandConnection } from '#client/operations/preflight/checkCluster.ts';
import { noEventsWords, type ReadWorkloads } from './readWorkloads.ts';

export interface FollowWorkloadsOptions {
  readonly clock: Clock;
  /** If undefined, follows the pods of all namespaces. */
  readonly namespace: string | undefined;
  /** Called at most every 100 ms, after the workloads changed. */
  readonly changed: () => void;
}

/** Follows the workloads as the Clusters view does when all its rows are expanded. */
export class WorkloadsFollower {
  readonly #rows: ExpandedRows;
  readonly #expanded = new Set<string>();
  #snapshot: Snapshot = emptySnapshot;

  constructor({ connection }: Pick<CommandConnection, 'connection'>, options: FollowWorkloadsOptions) {
    const { clock, namespace, changed } = options;
    this.#rows = new ExpandedRows({
      connection,
      clock,
      chance: Math.random,
      log: () => undefined,
      snapshot: () => this.#snapshot,
      changed: () => {
        this.#expandNamespaces();
        changed();
      },
      ...omitUndefined({ namespaces: namespace === undefined ? undefined : [namespace] }),
    });
  }

  /** Starts to follow when the runtime classes are known, and updates them. */
  snapshotChanged(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.#rows.snapshotChanged();
    this.#rows.expanded({ kind: 'workloads' }, true);
  }

  /** The workloads, or a readable line with the reason why they aren't known. Undefined until they're read. */
  get workloads(): Result<ReadWorkloads, string> | undefined {
    const { workloads, podWarnings } = this.#rows.seen;
    switch (workloads.kind) {
      case 'loaded':
        return succeed(summaryOf(workloads, podWarnings));
      case 'failed':
        return fail(workloads.message);
      default:
        return undefined;
    }
  }

  stop(): void {
    this.#rows.stop();
  }

  /** Owners and warnings are read only in expanded namespaces. */
  #expandNamespaces(): void {
    const { workloads } = this.#rows.seen;
    if (workloads.kind !== 'loaded') return;
    const { pods, owners = noPodOwners } = workloads;
    const found = [...pods.map(({ namespace }) => namespace), ...namespacesWithProblems([], owners)];
    for (const namespace of new Set(found)) {
      if (this.#expanded.has(namespace)) continue;
      this.#expanded.add(namespace);
      this.#rows.expanded({ kind: 'podWarnings', namespace }, true);
    }
  }
}

function summaryOf(
  { pods, owners = noPodOwners, rest, omitted = 0, again }: LoadedWorkloads,
  { byObject, forbidden }: ExpandedRows['seen']['podWarnings'],
): ReadWorkloads {
  const classes = countClasses(pods);
  return {
    workloads: summarizeWorkloads(pods, owners, byObject),
    count: [formatCount(pods.length + omitted, 'pod'), ...classCountWords(classes)].join(' · '),
    omitted,
    notes: [
      ...(again?.kind === 'failed' ? [again.message] : []),
      ...(rest === undefined ? [] : [rest]),
      ...unlistedWords(owners),
      ...[...forbidden].toSorted().map(noEventsWords),
    ],
    unlisted: owners.unlisted ?? [],
  };
}
