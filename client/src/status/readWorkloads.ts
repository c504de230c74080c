/** Reads the Kata pods of a cluster and their owners once. Doesn't use VS Code. */
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { kataWorkloadKinds } from '#core/cluster/objects/kataWorkload.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listKataClassNames } from '#core/status/kataRuntimeClasses.ts';
import type { ReadController } from '#core/status/workloads/ownedPods.ts';
import {
  classCountWords,
  summarizeWorkloads,
  unlistedWords,
  type WorkloadSummary,
} from '#core/status/workloads/workloadSummary.ts';
import { formatCount } from '#core/text/counts.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { listPodsInPages } from '#client/kubernetes/read/listPodsInPages.ts';
import { listKataWorkloads, readReplicaSet, replicaSetOf } from '#client/kubernetes/read/readWorkloadOwners.ts';

/** Number of ReplicaSets that are read in parallel, and their maximum number. */
const inParallel = 4;
const mostReplicaSets = 300;

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
  return succeed({
    workloads: summarizeWorkloads(pods, owners),
    count: [formatCount(found, 'pod'), ...classCountWords(classes)].join(' · '),
    omitted: found - pods.length,
    notes: [...(rest === undefined ? [] : [rest]), ...unlistedWords(owners)],
    unlisted,
  });
}

function isForbidden(list: ApiResult<unknown> | undefined): boolean {
  return list?.ok === false && list.error.kind === 'forbidden';
}
