/** Reads an object with its events, and describes it as `oc describe` does. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { getString, isJsonObject, omitUndefined, type JsonObject } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import { describeObject } from '#core/oc/describe/describeObject.ts';
import { withoutSecretValues } from '#core/oc/describe/describeSecret.ts';
import type { NodeContext } from '#core/oc/describe/nodes/describeNode.ts';
import { readDescribedPod, type DescribedPod } from '#core/oc/describe/nodes/nodePods.ts';
import { redactText } from '#core/redaction/index.ts';
import { formatNumber } from '#core/text/grammar.ts';
import { describeEventProblem, objectEventNotes } from '../kubernetes/events/eventNotes.ts';
import { eventNamespaces, readObjectEvents } from '../kubernetes/events/readObjectEvents.ts';
import type { ApiResult, Connection } from '../kubernetes/connection.ts';
import { isSecretReference, podKind } from '../kubernetes/read/readableKinds.ts';
import { PageSize, readPages } from '../kubernetes/read/readPages.ts';

/** A description of an object. */
export interface Description {
  /** Invisible characters are escaped. Credentials are redacted. */
  readonly text: string;
  /** Sentences about the data that the description doesn't contain. */
  readonly notes: readonly string[];
  /** Resource version of the object. */
  readonly version: string;
}

export interface DescriptionOptions {
  /** Returns the current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

type Asking = Pick<Connection, 'ask'>;

/** Maximum number of pods that the description of a node lists. The kubelet allows 250 pods by default. */
const mostPods = 2000;

/** Reads and describes an object. Fails only if the object itself can't be read. */
export async function readDescription(
  connection: Asking,
  reference: ObjectReference,
  { now, signal }: DescriptionOptions,
): Promise<ApiResult<Description>> {
  const [read, events, node] = await Promise.all([
    readObject(connection, reference, signal),
    readOwnEvents(connection, reference, signal),
    isNode(reference) ? readNodeContext(connection, reference.name, signal) : undefined,
  ]);
  if (!read.ok) return read;
  const context = { now: now(), ...omitUndefined({ events: events.events, node: node?.context }) };
  const text = describeObject(read.value, context);
  return succeed({
    // The description of a Secret contains no values, but its keys look like those of credentials.
    text: isSecretReference(reference) ? text : redactText(text),
    notes: [...events.notes, ...(node?.notes ?? [])],
    version: getString(read.value, 'metadata', 'resourceVersion') ?? '',
  });
}

/** Reads an object. The values of a Secret are removed before anything else uses it. */
async function readObject(
  connection: Asking,
  reference: ObjectReference,
  signal: AbortSignal,
): Promise<ApiResult<JsonObject>> {
  const answer = await connection.ask(getObjectPath(reference), { signal });
  if (!answer.ok) return answer;
  if (!isJsonObject(answer.value)) return fail({ kind: 'badAnswer', message: l10n.t`the server returned no object` });
  return succeed(isSecretReference(reference) ? withoutSecretValues(answer.value) : answer.value);
}

/** Reads the events about the object itself. Events about its pods belong to the descriptions of the pods. */
async function readOwnEvents(
  connection: Asking,
  reference: ObjectReference,
  signal: AbortSignal,
): Promise<{ readonly events?: readonly ClusterEvent[]; readonly notes: readonly string[] }> {
  if (isSecretReference(reference)) return { notes: [] };
  const read = await readObjectEvents(connection, reference, { signal, withRelated: false });
  if (read.ok) return { events: read.value.events, notes: objectEventNotes(read.value) };
  return { notes: [describeEventProblem(read.error, eventNamespaces(reference).join(', '))] };
}

function isNode({ group, plural }: ObjectReference): boolean {
  return group === '' && plural === 'nodes';
}

async function readNodeContext(
  connection: Asking,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly context: NodeContext; readonly notes: readonly string[] }> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${encodeURIComponent(name)}`;
  const [lease, listed] = await Promise.all([connection.ask(path, { signal }), readPods(connection, name, signal)]);
  const context = {
    lease: lease.ok
      ? { object: lease.value }
      : { problem: getString(lease.error.details, 'message') ?? lease.error.message },
  };
  if (listed.ok) {
    const { pods, isCut } = listed.value;
    const notes = isCut ? [l10n.t`The node has more pods than the ${formatNumber(mostPods)} that are listed.`] : [];
    return { context: { ...context, pods }, notes };
  }
  const { kind, message } = listed.error;
  return kind === 'forbidden'
    ? { context: { ...context, pods: 'forbidden' }, notes: [] }
    : { context, notes: [l10n.t("Can't list {0}: {1}", 'pods', message)] };
}

async function readPods(
  connection: Asking,
  node: string,
  signal: AbortSignal,
): Promise<ApiResult<{ readonly pods: readonly DescribedPod[]; readonly isCut: boolean }>> {
  let [pods, isCut]: [DescribedPod[], boolean] = [[], false];
  const answer = await readPages(connection, `/api/v1/${podKind.plural}`, {
    query: { fieldSelector: `spec.nodeName=${node},status.phase!=Succeeded,status.phase!=Failed` },
    signal,
    size: new PageSize(),
    enough: mostPods,
    onPage(items, first, remaining) {
      if (first) pods = [];
      pods.push(...items.map(readDescribedPod));
      isCut = pods.length >= mostPods && remaining !== 0;
    },
  });
  return answer.ok ? succeed({ pods, isCut }) : answer;
}
