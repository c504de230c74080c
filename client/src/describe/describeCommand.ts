/**
 * Reads and describes an object for `osc-tools describe`. Loaded on demand. Doesn't use VS Code. The connection rejects
 * all changes. Messages are in English.
 */
import { fail, type Result } from '#core/common/result.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isKnownKind, parseObjectArgument } from '#core/oc/objectArgument.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ApiProblem, Connection } from '../kubernetes/connection.ts';
import { readApiKinds } from '../kubernetes/read/readApiKinds.ts';
import { useCluster, type CheckOrder } from '../operations/preflight/checkCluster.ts';
import { scopeOf } from '../events/listEvents.ts';
import type { DescribeRequest } from './describeRequest.ts';
import { readDescription, type Description } from './readDescription.ts';

export { listContexts } from '../operations/preflight/checkCluster.ts';
export { describeCollectedObject } from './describeCollected.ts';
export type { DescribeRequest } from './describeRequest.ts';
export type { Description } from './readDescription.ts';

/** Reads and describes the object that a command asks for. */
export async function describeClusterObject(
  order: CheckOrder,
  request: DescribeRequest,
): Promise<Result<Description, string>> {
  const read = await useCluster<Result<Description, string>>(order, async ({ connection, now, signal }) => {
    const reference = await findReference(connection, request, signal);
    if (!reference.ok) {
      const { error } = reference;
      return typeof error === 'string'
        ? { problems: [], answer: () => fail(error) }
        : {
            problems: [error],
            answer: () => fail(`can't list the kinds of the cluster: ${sanitizeLine(error.message)}`),
          };
    }
    const description = await readDescription(connection, reference.value, { now, signal });
    if (description.ok) return { problems: [], answer: () => description };
    const { error } = description;
    return { problems: [error], answer: () => fail(describeProblem(error, reference.value)) };
  });
  return read.ok ? read.value : read;
}

/** Parses the argument. Asks the cluster for its kinds only if the kind isn't known. */
async function findReference(
  connection: Pick<Connection, 'ask' | 'identity'>,
  { object, namespace: wanted }: DescribeRequest,
  signal: AbortSignal,
): Promise<Result<ObjectReference, string | ApiProblem>> {
  const scope = scopeOf({ ...(wanted === undefined ? {} : { namespace: wanted }), warningsOnly: false }, connection);
  if (!scope.ok) return scope;
  const { namespace } = scope.value;
  if (isKnownKind(object) || !object.includes('/')) return parseObjectArgument(object, namespace);
  const served = await readApiKinds(connection, signal);
  return served.ok ? parseObjectArgument(object, namespace, served.value) : served;
}

function describeProblem({ kind, message }: ApiProblem, reference: ObjectReference): string {
  const { kind: of, name, namespace, group, plural } = reference;
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  if (kind === 'notFound') return `${of} ${name} doesn't exist${where}`;
  const resource = group === '' ? plural : `${plural}.${group}`;
  if (kind === 'forbidden') return `you don't have permission to get ${resource}${where}`;
  return `can't read ${of} ${name}${where}: ${sanitizeLine(message)}`;
}
