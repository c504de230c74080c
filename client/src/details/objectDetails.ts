/** Reads page data that the extension doesn't watch: the events and the YAML of an object. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, omitUndefined } from '#core/common/json.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ApiProblem, Connection } from '../kubernetes/connection.ts';
import { objectEventNotes } from '../kubernetes/events/eventNotes.ts';
import { readObjectEvents } from '../kubernetes/events/readObjectEvents.ts';
import { renderObjectYaml } from '../clusters/documents/objectYaml.ts';
import { isSecretReference } from '../kubernetes/read/readableKinds.ts';

/** The last value that was read, and why a newer one isn't available. */
export interface Reading<T> {
  readonly value: T;
  /** Part of a sentence that explains the problem. The text comes from the server or from the extension. */
  readonly problem?: string;
}

/** Events, with sentences about the events that the value doesn't contain. */
export interface EventsReading extends Reading<readonly ClusterEvent[]> {
  readonly notes?: readonly string[];
}

export interface ObjectFacts {
  readonly events: EventsReading;
  readonly yaml: Reading<string>;
}

/** Reads the events about an object and the object as YAML. If a read fails, keeps the previous value. */
export async function readObjectFacts(
  connection: Pick<Connection, 'ask'>,
  object: ObjectReference,
  signal: AbortSignal,
  before?: ObjectFacts,
): Promise<ObjectFacts> {
  const [events, yaml] = await Promise.all([
    readEvents(connection, object, signal, before?.events),
    readYaml(connection, object, signal, before?.yaml.value),
  ]);
  return { events, yaml };
}

/** Reads the events about an object and the objects that belong to it, such as the pods of a workload. */
export async function readEvents(
  connection: Pick<Connection, 'ask'>,
  object: ObjectReference,
  signal: AbortSignal,
  before: EventsReading = { value: [] },
): Promise<EventsReading> {
  const answer = await readObjectEvents(connection, object, { signal });
  if (!answer.ok) {
    const { value, notes } = before;
    return { value, ...omitUndefined({ notes }), problem: problemWords(answer.error) };
  }
  return { value: answer.value.events, notes: objectEventNotes(answer.value) };
}

async function readYaml(
  connection: Pick<Connection, 'ask'>,
  object: ObjectReference,
  signal: AbortSignal,
  before = '',
): Promise<Reading<string>> {
  const accept = isSecretReference(object)
    ? { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }
    : {};
  const answer = await connection.ask(getObjectPath(object), { signal, ...accept });
  if (!answer.ok)
    return {
      value: before,
      problem: answer.error.kind === 'notFound' ? l10n.t`the object no longer exists` : problemWords(answer.error),
    };
  if (!isJsonObject(answer.value)) return { value: before, problem: l10n.t`the server returned no object` };
  const yaml = renderObjectYaml(answer.value, object.kind);
  return yaml.ok ? { value: yaml.value } : { value: before, problem: yaml.error };
}

function problemWords({ kind, message }: ApiProblem): string {
  return kind === 'forbidden' ? l10n.t`you don't have permission` : sanitizeLine(message);
}
