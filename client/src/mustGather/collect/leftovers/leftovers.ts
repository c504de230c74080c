/** Finds and deletes what a must-gather left on its cluster. Deletes only after a confirmation. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import {
  findMustGatherObjects,
  leftBindings,
  leftNamespace,
  leftPod,
  formatLeftover,
  type LeftoverObject,
  type CreatedResources,
} from '#core/mustGather/leftoverObjects.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { readDebugNamespace, readDebugPod } from '#core/operations/debugPods.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';

type Asked = Pick<Connection, 'ask' | 'send'>;

const bindingsPath = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

/**
 * Returns the leftovers of a run. Objects that are being deleted don't count. If it fails, the error is a message that
 * names what couldn't be checked.
 */
export async function lookForLeft(
  connection: Asked,
  made: CreatedResources,
  signal: AbortSignal,
): Promise<Result<readonly LeftoverObject[], string>> {
  const reader = createClusterReader(connection, signal);
  if (made.pod !== undefined) {
    const pod = await reader.get(podPath(made.namespace, made.pod));
    if (pod.kind === 'problem')
      return fail(
        l10n.t("Can't check whether {0} still exists: {1}", `${made.namespace}/${made.pod}`, pod.problem.message),
      );
    const there = pod.kind === 'value' ? leftPod(made, pod.value) : undefined;
    return succeed(there === undefined ? [] : [there]);
  }
  const [namespace, bindings] = await Promise.all([
    reader.get(`/api/v1/namespaces/${made.namespace}`),
    reader.list(bindingsPath, undefined, (raw) => leftBindings(made, [raw]).length > 0),
  ]);
  if (namespace.kind === 'problem')
    return fail(l10n.t`Can't check whether ${made.namespace} still exists: ${namespace.problem.message}`);
  if (bindings.kind === 'problem')
    return fail(l10n.t("Can't list {0}: {1}", 'clusterrolebindings', bindings.problem.message));
  const left = namespace.kind === 'value' ? leftNamespace(made, namespace.value) : undefined;
  return succeed([
    ...(left === undefined ? [] : [left]),
    ...(bindings.kind === 'value' ? leftBindings(made, bindings.value.items) : []),
  ]);
}

/**
 * Returns the objects of all must-gathers on the cluster, and the debug pods of all nodes with their temporary
 * namespaces, including those of other users. Objects that are being deleted don't count. If it fails, the error is a
 * message that names what couldn't be listed.
 */
export async function findTemporaryObjects(
  connection: Asked,
  signal: AbortSignal,
): Promise<Result<readonly LeftoverObject[], string>> {
  const reader = createClusterReader(connection, signal);
  const [namespaces, bindings, pods] = await Promise.all([
    reader.list('/api/v1/namespaces', undefined, isTemporaryNamespace),
    reader.list(bindingsPath, undefined, (raw) => findMustGatherObjects([], [raw]).length > 0),
    reader.list('/api/v1/pods', undefined, (raw) => readDebugPod(raw) !== undefined, 'metadata'),
  ]);
  const read = { namespaces, clusterrolebindings: bindings, pods };
  for (const [plural, list] of Object.entries(read))
    if (list.kind === 'problem') return fail(l10n.t("Can't list {0}: {1}", plural, list.problem.message));
  const itemsOf = (list: typeof pods): readonly unknown[] => (list.kind === 'value' ? list.value.items : []);
  return succeed([
    ...findMustGatherObjects(itemsOf(namespaces), itemsOf(bindings)),
    ...itemsOf(namespaces).flatMap((raw) => readDebugNamespace(raw) ?? []),
    ...itemsOf(pods).flatMap((raw) => readDebugPod(raw) ?? []),
  ]);
}

function isTemporaryNamespace(raw: unknown): boolean {
  return findMustGatherObjects([raw], []).length > 0 || readDebugNamespace(raw) !== undefined;
}

/**
 * Returns the UID of the namespace or the pod, to recognize it later. Returns undefined if the cluster doesn't return
 * it.
 */
export async function uidOf(connection: Pick<Connection, 'ask'>, made: CreatedResources): Promise<string | undefined> {
  const answer = await connection.ask(
    made.pod === undefined ? `/api/v1/namespaces/${made.namespace}` : podPath(made.namespace, made.pod),
  );
  if (!answer.ok) return undefined;
  return (made.pod === undefined ? leftNamespace(made, answer.value) : leftPod(made, answer.value))?.uid;
}

function podPath(namespace: string, pod: string): string {
  return `/api/v1/namespaces/${namespace}/pods/${pod}`;
}

function pathOf({ kind, name, namespace }: LeftoverObject): string {
  if (kind === 'Pod') return podPath(namespace ?? '', name);
  return kind === 'Namespace' ? `/api/v1/namespaces/${name}` : `${bindingsPath}/${name}`;
}

/**
 * Deletes exactly these objects. Keeps newer objects with the same names.
 * @returns one sentence for each object that couldn't be deleted
 */
export async function deleteLeft(connection: Asked, left: readonly LeftoverObject[]): Promise<readonly string[]> {
  const problems: string[] = [];
  // Removes permissions first: ClusterRoleBinding sorts before Namespace and Pod.
  for (const object of left.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) {
    const { uid } = object;
    // The options are in the request body, because servers ignore the query if there is a body.
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } };
    const answer = await connection.send(pathOf(object), { method: 'DELETE', body });
    if (!answer.ok && answer.error.kind !== 'notFound' && answer.error.kind !== 'conflict')
      problems.push(`${formatLeftover(object)}: ${answer.error.message}`);
  }
  return problems;
}
