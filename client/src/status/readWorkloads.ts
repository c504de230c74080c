/** Reads the Kata pods of a cluster, their owners, and their newest warnings once. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { kataWorkloadKinds } from '#core/cluster/objects/kataWorkload.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listKataClassNames } from '#core/status/kataRuntimeClasses.ts';
import type { ReadController } from '#core/status/workloads/ownedPods.ts';
import {
  classCountWords,
  namespacesWithProblems,
  summarizeWorkloads,
  unlistedWords,
  type WorkloadSummary,
} from '#core/status/workloads/workloadSummary.ts';
import { formatCount } from '#core/text/counts.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { readEvents } from '#client/kubernetes/events/readEvents.ts';
import { listPodsInPages } from '#client/kubernetes/read/listPodsInPages.ts';
import { listKataWorkloads, readReplicaSet, replicaSetOf } from '#client/kubernetes/read/readWorkloadOwners.ts';

/** Number of ReplicaSets that are read in parallel, and their maximum number. */
const inParallel = 4;
const mostReplicaSets = 300;
/** Maximum number of namespaces whose warnings are read. */
const mostWarningNamespaces = 20;

export interface ReadWorkloads {
  readonly workloads: readonly WorkloadSummary[];
  /** The number of pods, in total and per runtime class. */
  readonly count: string;
  /** Number of pods that aren't included. */
  readonly omitted: number;
  /** Describes the pods and the workloads that aren't included. */
  readonly notes: readonly string[];
  /** Resources that the user has no permission to list. */
  readonly unlisted: readonly string[];
}

/**
 * Reads the workloads. The error is one readable line.
 * @param namespace if undefined, reads all namespaces
 */
export async function readWorkloads(
  connection: Pick<Connection, 'ask'>,
  snapshot: Snapshot,
  signal: AbortSignal,
  namespace: string | undefined,
): Promise<Result<ReadWorkloads, string>> {
  const runtimeClasses = new Set(listKataClassNames(snapshot));
  const listed = await listPodsInPages(connection, {
    signal,
    classes: runtimeClasses,
    ...omitUndefined({ namespace }),
  });
  if (!listed.ok) {
    const scope = namespace === undefined ? 'all namespaces' : `namespace ${namespace}`;
    return fail(`can't list pods in ${scope}: ${listed.error.message}`);
  }
  const { pods, rest, found, classes } = listed.value;
  const lists = await Promise.all(
    kataWorkloadKinds.map((kind) => listKataWorkloads(connection, kind, { runtimeClasses, namespace, signal })),
  );
  const unlisted = kataWorkloadKinds
    .filter((_, index) => isForbidden(lists[index]))
    .map(({ plural }) => plural)
    .toSorted();
  const workloads = new Map(lists.flatMap((list) => (list.ok ? list.value : [])).map((one) => [one.uid, one]));
  const controllers = new Map<string, ReadController>();
  const replicaSets = new Map(pods.flatMap((pod) => replicaSetOf(pod) ?? []).map((one) => [one.uid, one]));
  const queue = [...replicaSets.values()].slice(0, mostReplicaSets);
  while (queue.length > 0 && !signal.aborted) {
    const round = queue.splice(0, inParallel);
    const read = await Promise.all(round.map((one) => readReplicaSet(connection, one, signal)));
    for (const [index, { uid }] of round.entries()) {
      const controller = read[index];
      if (controller !== undefined) controllers.set(uid, controller);
    }
  }
  const owners = { workloads, controllers, arePodsCut: found > pods.length, unlisted };
  const { warnings, forbidden } = await readWarnings(connection, namespacesWithProblems(pods, owners), signal);
  return succeed({
    workloads: summarizeWorkloads(pods, owners, warnings),
    count: [formatCount(found, 'pod'), ...classCountWords(classes)].join(' · '),
    omitted: found - pods.length,
    notes: [...(rest === undefined ? [] : [rest]), ...unlistedWords(owners), ...forbidden.map(noEventsWords)],
    unlisted,
  });
}

/** Returns that the warnings of a namespace aren't known. */
export function noEventsWords(namespace: string): string {
  return l10n.t`You don't have permission to list events in namespace ${namespace}.`;
}

/** Reads the newest warning about each object in some namespaces, one after the other. */
async function readWarnings(
  connection: Pick<Connection, 'ask'>,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly warnings: ReadonlyMap<string, ClusterEvent>; readonly forbidden: readonly string[] }> {
  const warnings = new Map<string, ClusterEvent>();
  const forbidden: string[] = [];
  for (const namespace of namespaces.slice(0, mostWarningNamespaces)) {
    const read = await readEvents(connection, { namespace, fieldSelector: 'type=Warning' }, signal);
    if (!read.ok) {
      if (read.error.kind === 'forbidden') forbidden.push(namespace);
      continue;
    }
    // The newest warnings come first.
    for (const event of read.value.events)
      if (event.uid !== undefined && !warnings.has(event.uid)) warnings.set(event.uid, event);
  }
  return { warnings, forbidden };
}

function isForbidden(list: ApiResult<unknown> | undefined): boolean {
  return list?.ok === false && list.error.kind === 'forbidden';
}
