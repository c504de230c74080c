/** Creates the context values of rows whose workload can be restarted or scaled. */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isRestartable } from '#core/operations/procedures/objects/restartWorkload.ts';
import { isScalable } from '#core/operations/procedures/objects/scaleWorkload.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { permissionContext } from './objectTarget.ts';

type ClusterState = Pick<ClusterTreeInput, 'snapshot' | 'permissions'>;
type Workload = Pick<ObjectReference, 'group' | 'kind'>;

/** The owner of a pod. `unknown`: it might have one that can be changed. Undefined if nothing owns the pod. */
export type PodWorkload = Workload | 'unknown' | undefined;

/** Returns the context values of the row of a workload. Empty if it can neither be restarted nor scaled. */
export function workloadContext(state: ClusterState, workload: Workload): readonly string[] {
  return contextOf(state, isRestartable(workload), isScalable(workload));
}

/** Returns the context values of the row of a pod for the commands that change its workload. */
export function podWorkloadContext(state: ClusterState, owner: PodWorkload): readonly string[] {
  if (owner === undefined) return [];
  if (owner === 'unknown') return contextOf(state, true, true);
  // A Deployment usually owns the ReplicaSet.
  const isReplicaSet = owner.group === 'apps' && owner.kind === 'ReplicaSet';
  return contextOf(state, isReplicaSet || isRestartable(owner), isScalable(owner));
}

function contextOf(state: ClusterState, canRestart: boolean, canScale: boolean): readonly string[] {
  if (!canRestart && !canScale) return [];
  return [
    ...(canRestart ? ['osc-restartable'] : []),
    ...(canScale ? ['osc-scalable'] : []),
    ...permissionContext(state, ['changeWorkload']),
  ];
}
