import assert from 'node:assert/strict';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { getOperatorState } from '#core/status/operator/operatorParts.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { condition, kataConfig, type Raw } from '#test/support/cluster/clusterObjects.ts';

/** Returns a condition with the status True. */
export const createTrueCondition = (type: string, reason: string, message = ''): Raw => ({
  type,
  status: 'True',
  reason,
  message,
});

/**
 * Returns a part of the operator or of peer pods.
 * @throws if the cluster has no such part
 */
export function findPart(snapshot: Snapshot, id: string): Part {
  const found = [...getOperatorState(snapshot).parts, ...listPeerPodsParts(snapshot)].find((part) => part.id === id);
  assert.ok(found, id);
  return found;
}

/** A KataConfig that enables peer pods. */
export const peerPodsKataConfig = kataConfig(
  condition('False', '', ''),
  { nodeCount: 2 },
  { runtimeClasses: ['kata', 'kata-remote'] },
  { enablePeerPods: true },
);
