/** Reads the events of an object or a namespace for people and assistants. Doesn't use VS Code. */
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { EventReport } from '#core/explain/events/eventReport.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { omitUndefined } from '#core/common/json.ts';
import { defaultNamespaceIn } from '../clusters/state/namespaceScope.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import { parseObjectArgument } from '#core/oc/objectArgument.ts';
import { eventListNotes, objectEventNotes } from '../kubernetes/events/eventNotes.ts';
import { readEvents } from '../kubernetes/events/readEvents.ts';
import { eventNamespaces, readObjectEvents } from '../kubernetes/events/readObjectEvents.ts';
import type { ApiProblem, ApiResult, Connection, ConnectionIdentity } from '../kubernetes/connection.ts';

/** Which events to list. */
export interface EventRequest {
  /** Object such as `pod/web-0`. Undefined for all objects of the namespace. */
  readonly object?: string;
  /** Undefined for the namespace of the kubeconfig context. */
  readonly namespace?: string;
  readonly warningsOnly: boolean;
}

/** A request with its defaults. */
export interface EventScope {
  readonly namespace: string;
  readonly reference?: ObjectReference;
  readonly warningsOnly: boolean;
}

/** Matches the name of a namespace. Source: Kubernetes, RFC 1123 label names. */
const namespaceName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Completes a request.
 * @param connection its identity has the namespace of the kubeconfig context
 * @returns an English message if the request isn't valid
 */
export function scopeOf(
  { object, namespace: asked, warningsOnly }: EventRequest,
  { identity }: { readonly identity?: Pick<ConnectionIdentity, 'namespace'> },
): Result<EventScope, string> {
  const namespace = asked ?? identity?.namespace ?? 'default';
  if (!namespaceName.test(namespace)) return fail(`"${sanitizeLine(namespace, 80)}" isn't a valid namespace name`);
  if (object === undefined) return succeed({ namespace, warningsOnly });
  const reference = parseObjectArgument(object, namespace);
  return reference.ok ? succeed({ namespace, reference: reference.value, warningsOnly }) : reference;
}

/** Returns the namespaces with the events of a request. */
export function namespacesOf({ namespace, reference }: EventScope): readonly string[] {
  return reference === undefined ? [namespace] : eventNamespaces(reference);
}

/** Reads the events of an object, or of the namespace. */
export async function listEvents(
  connection: Pick<Connection, 'ask'>,
  scope: EventScope,
  signal: AbortSignal,
): Promise<ApiResult<EventReport>> {
  const { namespace, reference, warningsOnly } = scope;
  const namespaces = namespacesOf(scope);
  if (reference !== undefined) {
    const read = await readObjectEvents(connection, reference, { signal, warningsOnly });
    if (!read.ok) return read;
    const about = `${reference.kind} ${reference.name}`;
    return succeed({ about, namespaces, events: read.value.events, notes: objectEventNotes(read.value) });
  }
  const query = { namespace, ...(warningsOnly ? { fieldSelector: 'type=Warning' } : {}) };
  const read = await readEvents(connection, query, signal);
  return read.ok ? succeed({ namespaces, events: read.value.events, notes: eventListNotes(read.value) }) : read;
}

/**
 * Reads the events that an assistant requests on an open cluster, by default in the namespace of the namespace filter.
 * The error is an English message.
 */
export async function readEventReport(
  { connection, reach, namespaces = [] }: Pick<OpenCluster, 'connection' | 'reach' | 'namespaces'>,
  request: EventRequest,
  signal: AbortSignal,
): Promise<Result<EventReport, string>> {
  const [namespace = reach?.identity.namespace] = namespaces;
  const scope = scopeOf({ ...omitUndefined({ namespace }), ...request }, {});
  if (!scope.ok) return scope;
  const isNamespaced = scope.value.reference === undefined || scope.value.reference.namespace !== undefined;
  const only = defaultNamespaceIn(namespaces, scope.value.namespace);
  if (isNamespaced && request.namespace === undefined && !only.ok) return only;
  const read = await listEvents(connection, scope.value, signal);
  return read.ok ? read : fail(describeListProblem(read.error, scope.value));
}

/** Describes in English why events can't be listed. Names the verb, the resource, and the namespaces. */
export function describeListProblem({ kind, message }: ApiProblem, scope: EventScope): string {
  const where = namespacesOf(scope).join(', ');
  return kind === 'forbidden'
    ? `you don't have permission to list events in namespace ${where}`
    : `can't list events in namespace ${where}: ${sanitizeLine(message)}`;
}
