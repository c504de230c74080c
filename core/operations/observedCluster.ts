/** All that is known of a cluster when something is judged or planned. */
import type { ClusterHistory } from '../cluster/history.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { getObjectPath, type ObjectReference } from '../cluster/objects/objectReference.ts';
import { lookupNotRun, type LookupResult, type KubernetesManifest } from './lookups/lookup.ts';
import type { LookupId, LookupResults, LookupValue } from './lookupList.ts';

export interface ObservedCluster {
  /** The context of the kubeconfig: how the cluster is named to people. */
  readonly context: string;
  /** The address of its API server. */
  readonly server: string;
  readonly snapshot: Snapshot;
  readonly history: ClusterHistory;
  readonly facts: LookupResults;
  /** Objects that a procedure asks for (Procedure.objects). */
  readonly objects?: ObservedObjects;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Objects by their paths; undefined in place of those that are not there. */
export type ObservedObjects = ReadonlyMap<string, LookupResult<KubernetesManifest | undefined>>;

/** What is known of an object that a procedure asked for. */
export function getObservedObject(
  { objects }: Pick<ObservedCluster, 'objects'>,
  reference: ObjectReference,
): LookupResult<KubernetesManifest | undefined> {
  return objects?.get(getObjectPath(reference)) ?? lookupNotRun();
}

export function getLookupResult<Id extends LookupId>(
  { facts }: Pick<ObservedCluster, 'facts'>,
  id: Id,
): LookupResult<LookupValue<Id>> {
  return facts[id] ?? lookupNotRun();
}

/** Its value; undefined when it is not known. */
export function getLookupValue<Id extends LookupId>(
  situation: Pick<ObservedCluster, 'facts'>,
  id: Id,
): LookupValue<Id> | undefined {
  const fact = getLookupResult(situation, id);
  return fact.kind === 'known' ? fact.value : undefined;
}
