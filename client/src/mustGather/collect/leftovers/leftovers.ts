/** What a run of ours left behind on its cluster: looked for, and deleted when somebody says so. Without VS Code. */
import * as l10n from '@vscode/l10n';
import {
  leftBindings,
  leftNamespace,
  leftPod,
  formatLeftover,
  type LeftoverObject,
  type CreatedResources,
} from '#core/mustGather/leftoverObjects.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';

type Asked = Pick<Connection, 'ask' | 'send'>;

const bindingsPath = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

/** None: all of it is gone, or on its way. The error is a sentence: what could not be looked at. */
export async function lookForLeft(
  connection: Asked,
  made: CreatedResources,
  signal: AbortSignal,
): Promise<Result<readonly LeftoverObject[], string>> {
  const reader = createClusterReader(connection, signal);
  if (made.pod !== undefined) {
    const pod = await reader.get(podPath(made.namespace, made.pod));
    if (pod.kind === 'problem')
      return fail(l10n.t`Can't check whether ${made.pod} still exists in ${made.namespace}: ${pod.problem.message}`);
    const there = pod.kind === 'value' ? leftPod(made, pod.value) : undefined;
    return succeed(there === undefined ? [] : [there]);
  }
  const [namespace, bindings] = await Promise.all([
    reader.get(`/api/v1/namespaces/${made.namespace}`),
    reader.list(bindingsPath, undefined, (raw) => leftBindings(made, [raw]).length > 0),
  ]);
  if (namespace.kind === 'problem')
    return fail(l10n.t`Can't check whether ${made.namespace} still exists: ${namespace.problem.message}`);
  if (bindings.kind === 'problem') return fail(l10n.t`Can't list ClusterRoleBindings: ${bindings.problem.message}`);
  const left = namespace.kind === 'value' ? leftNamespace(made, namespace.value) : undefined;
  return succeed([
    ...(left === undefined ? [] : [left]),
    ...(bindings.kind === 'value' ? leftBindings(made, bindings.value.items) : []),
  ]);
}

/** The uid of the namespace, or of the pod, to know it again; undefined: the cluster does not tell. */
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
 * Deletes exactly these objects: others that have come to their names meanwhile stay.
 * @returns what could not be deleted, a sentence each
 */
export async function deleteLeft(connection: Asked, left: readonly LeftoverObject[]): Promise<readonly string[]> {
  const problems: string[] = [];
  // The rights first.
  for (const object of left.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) {
    const { uid } = object;
    // In the body: servers leave the query out of account then.
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } };
    const answer = await connection.send(pathOf(object), { method: 'DELETE', body });
    if (!answer.ok && answer.error.kind !== 'notFound' && answer.error.kind !== 'conflict')
      problems.push(`${formatLeftover(object)}: ${answer.error.message}`);
  }
  return problems;
}
