/** Reads the owners of Kata pods: workloads with their pod templates, and single ReplicaSets. Doesn't use VS Code. */
import { getString, omitUndefined } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import { readController, type Controller, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { readKataWorkload, type KataWorkload, type kataWorkloadKinds } from '#core/cluster/objects/kataWorkload.ts';
import { getCollectionPath, getObjectPath } from '#core/cluster/objects/objectReference.ts';
import type { ReadController } from '#core/status/workloads/ownedPods.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { PageSize, readPages } from './readPages.ts';

/** Maximum number of workloads to keep, of each kind. */
const mostWorkloads = 5000;

const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const replicaSets = { group: 'apps', version: 'v1', plural: 'replicasets', kind: 'ReplicaSet' };

export interface WorkloadQuery {
  readonly runtimeClasses: ReadonlySet<string>;
  /** If undefined, lists the workloads of all namespaces. */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
}

/** Lists the workloads of one kind whose pod template names one of the runtime classes. */
export async function listKataWorkloads(
  connection: Pick<Connection, 'ask'>,
  kind: (typeof kataWorkloadKinds)[number],
  { runtimeClasses, namespace, signal }: WorkloadQuery,
): Promise<ApiResult<readonly KataWorkload[]>> {
  let found: KataWorkload[] = [];
  const answer = await readPages(connection, getCollectionPath({ ...kind, ...omitUndefined({ namespace }) }), {
    ...(kind.labelSelector === undefined ? {} : { query: { labelSelector: kind.labelSelector } }),
    signal: AbortSignal.any([signal]),
    size: new PageSize(),
    onPage: (page, first) => {
      if (first) found = [];
      const read = page.flatMap((raw) => readKataWorkload(kind, raw, runtimeClasses) ?? []);
      found.push(...read.slice(0, mostWorkloads - found.length));
    },
  });
  return answer.ok ? succeed(found) : answer;
}

/** A ReplicaSet that pods name as their controller. */
export interface NamedReplicaSet {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Returns the controller of a pod if it's a ReplicaSet. */
export function replicaSetOf({
  namespace,
  controller,
}: Pick<KataPod, 'namespace'> & { readonly controller?: Controller }): NamedReplicaSet | undefined {
  if (controller?.group !== replicaSets.group || controller.kind !== replicaSets.kind) return undefined;
  return { namespace, name: controller.name, uid: controller.uid };
}

/**
 * Reads the metadata of one ReplicaSet.
 * @returns undefined if the server didn't respond
 */
export async function readReplicaSet(
  connection: Pick<Connection, 'ask'>,
  { namespace, name, uid }: NamedReplicaSet,
  signal: AbortSignal,
): Promise<ReadController | undefined> {
  const answer = await connection.ask(getObjectPath({ ...replicaSets, namespace, name }), {
    signal: AbortSignal.any([signal]),
    accept: metadataOnly,
  });
  if (!answer.ok) {
    if (answer.error.kind === 'notFound') return { kind: 'deleted' };
    return answer.error.kind === 'forbidden' ? { kind: 'forbidden' } : undefined;
  }
  // The pods of a ReplicaSet that was deleted and created again belong to no object.
  if (getString(answer.value, 'metadata', 'uid') !== uid) return { kind: 'deleted' };
  return { kind: 'read', ...omitUndefined({ controller: readController(answer.value) }) };
}
