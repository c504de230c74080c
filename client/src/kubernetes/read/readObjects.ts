/** Reads single objects of a cluster; of Secrets the metadata alone. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { isJsonObject } from '#core/common/json.ts';
import type { Fact, Manifest } from '#core/operations/lookups/lookup.ts';
import type { ObjectsSeen } from '#core/operations/observedCluster.ts';
import { apiPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Answer, Connection } from '../connection.ts';
import { isSecret } from './readableKinds.ts';
import { factProblem } from './clusterReader.ts';

/** Asked for at once. */
const together = 8;

/** @param now milliseconds since 1970 */
export async function readObjects(
  connection: Pick<Connection, 'ask'>,
  objects: readonly ObjectReference[],
  now: () => number,
  signal: AbortSignal,
): Promise<ObjectsSeen> {
  const seen = new Map<string, Fact<Manifest | undefined>>();
  const waiting = [...objects];
  const read = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      seen.set(apiPath(next), factFrom(await readObject(connection, next, signal), now()));
    }
  };
  await Promise.all(Array.from({ length: together }, read));
  return seen;
}

/** One of them, as the server sends it. */
export function readObject(connection: Pick<Connection, 'ask'>, reference: ObjectReference, signal: AbortSignal): Promise<Answer<unknown>> {
  const accept = isSecret(reference) ? { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } : {};
  return connection.ask(apiPath(reference), { signal, ...accept });
}

function factFrom(answer: Answer<unknown>, asOf: number): Fact<Manifest | undefined> {
  if (answer.ok) {
    return isJsonObject(answer.value)
      ? { kind: 'known', value: answer.value, asOf }
      : { kind: 'unknown', problem: { why: 'other', message: l10n.t`The server sent no object.` } };
  }
  return answer.error.kind === 'notFound' ? { kind: 'known', value: undefined, asOf } : { kind: 'unknown', problem: factProblem(answer.error) };
}
