/** Defines all known data of a cluster for checks and plans. */
import type { ClusterHistory } from '../cluster/history.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { getObjectPath, type ObjectReference } from '../cluster/objects/objectReference.ts';
import { lookupNotRun, type LookupResult, type KubernetesManifest } from './lookups/lookup.ts';
import type { LookupId, LookupResults, LookupValue } from './lookupList.ts';

export interface ObservedCluster {
  /** The kubeconfig context, which is the name of the cluster in the UI. */
  readonly context: string;
  /** URL of the API server. */
  readonly server: string;
  readonly snapshot: Snapshot;
  readonly history: ClusterHistory;
  readonly facts: LookupResults;
  /** Objects that a procedure requires (Procedure.objects). */
  readonly objects?: ObservedObjects;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Objects by path. Undefined values stand for objects that don't exist. */
export type ObservedObjects = ReadonlyMap<string, LookupResult<KubernetesManifest | undefined>>;

/** Returns the lookup result of an object that a procedure requires. */
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

/** Returns the value of a lookup, or undefined if it's unknown. */
export function getLookupValue<Id extends LookupId>(
  situation: Pick<ObservedCluster, 'facts'>,
  id: Id,
): LookupValue<Id> | undefined {
  const fact = getLookupResult(situation, id);
  return fact.kind === 'known' ? fact.value : undefined;
}
