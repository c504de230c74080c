import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';

/** Returns whether operations use OLM v1, because the operator has a ClusterExtension and no Subscription. */
export function usesOlmV1(situation: ObservedCluster): boolean {
  if (findSubscription(situation.snapshot) !== undefined) return false;
  const found = getLookupValue(situation, 'clusterExtension')?.found ?? [];
  return found.length > 0 || findClusterExtension(situation.snapshot) !== undefined;
}
