/** Finds the events about an object in a file of a must-gather. Doesn't use VS Code. */
import { parse, Parser } from 'yaml';
import { isJsonObject, omitUndefined } from '#core/common/json.ts';
import { readEvent, warningsFirst, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import { isNestedTooDeeply } from '#core/text/nestingDepth.ts';
import { quoteHidden } from '#core/redaction/index.ts';
import { groupByOwner, noPodOwners } from '#core/status/workloads/ownedPods.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { isAboutName, isAboutSubject, type EventSubject } from '#client/kubernetes/events/readObjectEvents.ts';
import { mostEvents, redactEvent, type EventsRead } from '#client/kubernetes/events/readEvents.ts';
import { findWatchedKind, podKind } from '#client/kubernetes/read/readableKinds.ts';

/** Maximum number of events to parse, and their maximum length in characters. */
const mostParsed = 5000;
const longest = 20_000;

type Collected = Pick<MustGatherData, 'snapshot' | 'pods' | 'workloads'>;

/** Returns what the must-gather contains about an object: its UID, and the pods and ReplicaSets that belong to it. */
export function findEventSubject(gathered: Collected, reference: ObjectReference): EventSubject {
  const { pods = [], workloads = [] } = gathered;
  const { kind, name, namespace } = reference;
  const owners = { ...noPodOwners, workloads: new Map(workloads.map((one) => [one.uid, one])) };
  const owned = groupByOwner(pods, owners).owned.find(
    (one) => one.kind === kind && one.name === name && one.namespace === namespace,
  );
  const uid = owned?.uid ?? uidOf(gathered, reference);
  const related = [
    ...(owned?.pods ?? []).map((pod) => ({ kind: podKind.kind, name: pod.name, uid: pod.uid })),
    ...[...(owned?.uids ?? [])].filter((one) => one !== uid).map((one) => ({ kind: '', name: '', uid: one })),
  ];
  return { reference, object: uid === undefined ? 'unknown' : 'current', related, ...omitUndefined({ uid }) };
}

function uidOf({ snapshot, pods = [] }: Collected, reference: ObjectReference): string | undefined {
  const { group, plural, name, namespace } = reference;
  if (group === podKind.group && plural === podKind.plural)
    return pods.find((pod) => pod.name === name && pod.namespace === namespace)?.uid;
  const id = findWatchedKind(reference);
  return id === undefined
    ? undefined
    : listItems(snapshot, id).find((one) => one.name === name && one.namespace === namespace)?.uid;
}

/**
 * Returns the events about an object in the text of an event list, as `oc` writes it. Parses only the events that
 * mention the object, because a namespace can have thousands of them.
 */
export function findCollectedEvents(
  text: string,
  subject: EventSubject,
): Pick<EventsRead, 'events' | 'total' | 'isCut' | 'others'> {
  const words = [subject.reference.name, ...subject.related.flatMap(({ uid, name }) => [uid, name])].filter(
    (word) => word !== '',
  );
  const wanted = itemsOf(text).filter((item) => item.length <= longest && words.some((word) => item.includes(word)));
  const read = wanted.slice(0, mostParsed).flatMap(eventIn);
  const events = read.filter((event) => isAboutSubject(subject, event));
  return {
    events: warningsFirst(events).slice(0, mostEvents).map(redactEvent),
    total: events.length,
    others: read.filter((event) => !isAboutSubject(subject, event) && isAboutName(subject, event)).length,
    isCut: wanted.length > mostParsed,
  };
}

/** Returns the items of a list, without their indentation. */
function itemsOf(text: string): readonly string[] {
  const start = /^items:[ \t]*\r?\n( {0,20})- /m.exec(text);
  if (start === null) return [];
  const indent = start[1] ?? '';
  const items: string[][] = [];
  for (const line of text.slice(start.index).split(/\r?\n/).slice(1)) {
    if (line.startsWith(`${indent}- `)) items.push([line.slice(indent.length + 2)]);
    else if (line.startsWith(`${indent}  `)) items.at(-1)?.push(line.slice(indent.length + 2));
    else if (line.trim() === '') items.at(-1)?.push('');
    else break;
  }
  return items.map((lines) => lines.join('\n'));
}

function eventIn(item: string): readonly ClusterEvent[] {
  try {
    const readable = quoteHidden(item);
    if (isNestedTooDeeply(new Parser().parse(readable))) return [];
    const raw: unknown = parse(readable, { logLevel: 'error', uniqueKeys: false, maxAliasCount: 0 });
    const event = isJsonObject(raw) ? readEvent(raw) : undefined;
    return event === undefined ? [] : [event];
  } catch {
    // The parser throws for invalid YAML.
    return [];
  }
}
