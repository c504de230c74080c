/**
 * Reads the events about one object and the objects that belong to it. Doesn't use VS Code. Sources:
 * kubernetes/client-go tools/record/event.go (makeEvent: events of objects without a namespace are in `default`);
 * openshift/machine-config-operator pkg/controller/common/helpers.go (NamespacedEventRecorder: events of the Machine
 * Config Operator about such objects are in its own namespace); kubernetes/kubectl pkg/describe/describe.go
 * (NodeDescriber: the kubelet uses the name of the node as its UID).
 */
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getName } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { succeed } from '#core/common/result.ts';
import type { ApiProblem, ApiResult, Connection } from '../connection.ts';
import { partialObject } from '../watch/watchQuery.ts';
import { mostEvents, readEvents, type EventQuery, type EventsRead } from './readEvents.ts';
import { hasPods, readRelatedObjects, type RelatedObject } from './relatedObjects.ts';

/** Namespace of events about objects without a namespace. */
const clusterScopedEventNamespace = 'default';
/** Namespace in which the Machine Config Operator writes events about nodes and pools. */
const machineConfigNamespace = 'openshift-machine-config-operator';

/** Maximum number of related objects with a request of their own. For more objects, the whole namespace is read. */
const mostRequests = 20;

/** A namespace whose events can't be read. */
interface EventProblem {
  readonly namespace: string;
  readonly problem: ApiProblem;
}

export interface ObjectEvents extends Omit<EventsRead, 'version' | 'others'> {
  /**
   * `current`: the events are about the object with the current UID. `gone`: the object doesn't exist, so the events
   * are about objects with its name. `unknown`: the object can't be read, so its UID isn't compared.
   */
  readonly object: 'current' | 'gone' | 'unknown';
  /** Number of events about earlier objects with the same kind and name, which `events` doesn't contain. */
  readonly earlier: number;
  /** Namespaces that couldn't be read, if others could. */
  readonly problems: readonly EventProblem[];
}

export interface ObjectEventsOptions {
  readonly signal: AbortSignal;
  /** True to read only events of the type Warning. */
  readonly warningsOnly?: boolean;
  /** False to omit the events of objects that belong to the object, such as the pods of a workload. */
  readonly withRelated?: boolean;
}

/** What is known about the object and the objects that belong to it. */
export interface EventSubject {
  readonly reference: ObjectReference;
  readonly object: ObjectEvents['object'];
  /** UID of the object. Undefined if it can't be read. */
  readonly uid?: string;
  readonly related: readonly RelatedObject[];
}

/** Returns the namespaces that contain the events of an object. */
export function eventNamespaces({ group, kind, namespace }: ObjectReference): readonly string[] {
  if (namespace !== undefined) return [namespace];
  const isOfMachineConfig = (group === '' && kind === 'Node') || group === 'machineconfiguration.openshift.io';
  return [clusterScopedEventNamespace, ...(isOfMachineConfig ? [machineConfigNamespace] : [])];
}

/**
 * Reads the UID of an object, and the objects that belong to it.
 * @param withRelated false to omit the objects that belong to it
 */
export async function readEventSubject(
  connection: Pick<Connection, 'ask'>,
  reference: ObjectReference,
  signal: AbortSignal,
  withRelated = true,
): Promise<EventSubject> {
  const answer = await connection.ask(getObjectPath(reference), { signal, accept: partialObject });
  if (!answer.ok) return { reference, object: answer.error.kind === 'notFound' ? 'gone' : 'unknown', related: [] };
  const uid = getName(answer.value, 'metadata', 'uid');
  const related =
    withRelated && hasPods(reference)
      ? await readRelatedObjects(connection, reference, answer.value, signal)
      : undefined;
  return {
    reference,
    object: uid === undefined ? 'unknown' : 'current',
    related: !withRelated ? [] : related?.ok === true ? related.value : podOf(reference, answer.value),
    ...omitUndefined({ uid }),
  };
}

/** Returns the pod of a peer pod, which owns the PeerPod object. */
function podOf({ kind }: ObjectReference, raw: unknown): readonly RelatedObject[] {
  if (kind !== 'PeerPod') return [];
  return getList(raw, 'metadata', 'ownerReferences').flatMap((owner) => {
    const [uid, name] = [getName(owner, 'uid'), getName(owner, 'name')];
    return getString(owner, 'kind') !== 'Pod' || uid === undefined || name === undefined
      ? []
      : [{ kind: 'Pod', name, uid }];
  });
}

/** Returns whether an event is about the object with this kind and name, now or earlier. */
export function isAboutName({ reference }: EventSubject, { kind, name }: ClusterEvent): boolean {
  return kind === reference.kind && name === reference.name;
}

/** Returns whether an event is about the object or an object that belongs to it. Compares UIDs if they are known. */
export function isAboutSubject(subject: EventSubject, event: ClusterEvent): boolean {
  const { uid, related, reference } = subject;
  if (event.uid !== undefined && related.some((one) => one.uid === event.uid)) return true;
  if (!isAboutName(subject, event)) return false;
  const isOfKubelet = reference.kind === 'Node' && event.uid === reference.name;
  return uid === undefined || event.uid === undefined || event.uid === '' || event.uid === uid || isOfKubelet;
}

/** Reads the events about an object. Fails only if no namespace with its events can be read. */
export async function readObjectEvents(
  connection: Pick<Connection, 'ask'>,
  reference: ObjectReference,
  { signal, warningsOnly = false, withRelated = true }: ObjectEventsOptions,
): Promise<ApiResult<ObjectEvents>> {
  const subject = await readEventSubject(connection, reference, signal, withRelated);
  const queries = queriesOf(subject, warningsOnly).map((query) => ({
    ...query,
    keep: (event: ClusterEvent) => isAboutSubject(subject, event),
    counts: (event: ClusterEvent) => isAboutName(subject, event),
  }));
  const answers = await Promise.all(queries.map(async (query) => readEvents(connection, query, signal)));
  const read = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const problems = answers.flatMap((answer, index): readonly EventProblem[] =>
    answer.ok ? [] : [{ namespace: queries[index]?.namespace ?? '', problem: answer.error }],
  );
  const [first] = problems;
  if (read.length === 0 && first !== undefined) return { ok: false, error: first.problem };
  return succeed({
    events: warningsFirst(read.flatMap(({ events }) => events)).slice(0, mostEvents),
    total: read.reduce((sum, { total }) => sum + total, 0),
    isCut: read.some(({ isCut }) => isCut),
    object: subject.object,
    earlier: read.reduce((sum, { others }) => sum + others, 0),
    problems,
  });
}

function queriesOf({ reference, related }: EventSubject, warningsOnly: boolean): readonly EventQuery[] {
  const namespaces = eventNamespaces(reference);
  const select = (...parts: readonly string[]) => [...parts, ...(warningsOnly ? ['type=Warning'] : [])].join(',');
  const own = namespaces.map((namespace) => ({ namespace, fieldSelector: selectorOf(reference, warningsOnly) }));
  if (related.length === 0) return own;
  const [namespace = clusterScopedEventNamespace] = namespaces;
  if (related.length > mostRequests) return [{ namespace, ...(warningsOnly ? { fieldSelector: select() } : {}) }];
  return [...own, ...related.map(({ uid }) => ({ namespace, fieldSelector: select(`involvedObject.uid=${uid}`) }))];
}

/** Returns the field selector for the events about an object, as `kubectl events --for` uses it. */
export function selectorOf({ kind, name }: Pick<ObjectReference, 'kind' | 'name'>, warningsOnly: boolean): string {
  const parts = [
    `involvedObject.kind=${kind}`,
    `involvedObject.name=${name}`,
    ...(warningsOnly ? ['type=Warning'] : []),
  ];
  return parts.join(',');
}
