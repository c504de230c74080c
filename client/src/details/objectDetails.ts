/** Reads page data that the extension doesn't watch: the events and the YAML of an object. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList } from '#core/common/json.ts';
import { readEvent, type ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { getObjectPath, getCollectionPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { redact } from '../text/redact.ts';
import type { ApiProblem, Connection } from '../kubernetes/connection.ts';
import { renderObjectYaml } from '../clusters/documents/objectYaml.ts';
import { isSecretReference } from '../kubernetes/read/readableKinds.ts';

/** The last value that was read, and why a newer one isn't available. */
export interface Reading<T> {
  readonly value: T;
  /** Part of a sentence that explains the problem. The text comes from the server or from the extension. */
  readonly problem?: string;
}

export interface ObjectFacts {
  readonly events: Reading<readonly ClusterEvent[]>;
  readonly yaml: Reading<string>;
}

/** Maximum number of events to read. Kubernetes counts repetitions in one event. */
const mostEvents = 500;

/** Namespace of events about cluster-scoped objects. Source: kubernetes/client-go tools/record/event.go (makeEvent). */
const namespaceOfClusterScoped = 'default';

/** Reads the events about an object and the object as YAML. If a read fails, keeps the previous value. */
export async function readObjectFacts(
  connection: Pick<Connection, 'ask'>,
  object: ObjectReference,
  signal: AbortSignal,
  before?: ObjectFacts,
): Promise<ObjectFacts> {
  const [events, yaml] = await Promise.all([
    readEvents(connection, object, signal, before?.events.value),
    readYaml(connection, object, signal, before?.yaml.value),
  ]);
  return { events, yaml };
}

/** Reads the events about an object. Redacts their messages, because a component can log a credential in one. */
export async function readEvents(
  connection: Pick<Connection, 'ask'>,
  { kind, name, namespace = namespaceOfClusterScoped }: Pick<ObjectReference, 'kind' | 'name' | 'namespace'>,
  signal: AbortSignal,
  before: readonly ClusterEvent[] = [],
): Promise<Reading<readonly ClusterEvent[]>> {
  const path = getCollectionPath({ group: '', version: 'v1', plural: 'events', namespace });
  const query = { limit: mostEvents, fieldSelector: `involvedObject.kind=${kind},involvedObject.name=${name}` };
  const answer = await connection.ask(path, { signal, query });
  if (!answer.ok) return { value: before, problem: problemWords(answer.error) };
  return { value: getList(answer.value, 'items').flatMap((raw) => redactedEvent(raw) ?? []) };
}

function redactedEvent(raw: unknown): ClusterEvent | undefined {
  const event = readEvent(raw);
  return event === undefined ? undefined : { ...event, message: redact(event.message) };
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
