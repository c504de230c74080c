/** Reads single objects of a cluster. For Secrets, reads only the metadata. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { isJsonObject } from '#core/common/json.ts';
import type { LookupResult, KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ObservedObjects } from '#core/operations/observedCluster.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { isSecretReference } from './readableKinds.ts';
import { factProblem } from './clusterReader.ts';

/** Maximum number of concurrent requests. */
const together = 8;

/**
 * Reads objects of a cluster.
 * @param now returns milliseconds since 1970
 */
export async function readObjects(
  connection: Pick<Connection, 'ask'>,
  objects: readonly ObjectReference[],
  now: () => number,
  signal: AbortSignal,
): Promise<ObservedObjects> {
  const seen = new Map<string, LookupResult<KubernetesManifest | undefined>>();
  const waiting = [...objects];
  const read = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      seen.set(getObjectPath(next), factFrom(await readClusterObject(connection, next, signal), now()));
    }
  };
  await Promise.all(Array.from({ length: together }, read));
  return seen;
}

/** Reads one object as the server returns it. */
export function readClusterObject(
  connection: Pick<Connection, 'ask'>,
  reference: ObjectReference,
  signal: AbortSignal,
): Promise<ApiResult<unknown>> {
  const accept = isSecretReference(reference)
    ? { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }
    : {};
  return connection.ask(getObjectPath(reference), { signal, ...accept });
}

function factFrom(answer: ApiResult<unknown>, asOf: number): LookupResult<KubernetesManifest | undefined> {
  if (answer.ok) {
    return isJsonObject(answer.value)
      ? { kind: 'known', value: answer.value, asOf }
      : { kind: 'unknown', problem: { why: 'other', message: l10n.t`the server returned no object` } };
  }
  return answer.error.kind === 'notFound'
    ? { kind: 'known', value: undefined, asOf }
    : { kind: 'unknown', problem: factProblem(answer.error) };
}
