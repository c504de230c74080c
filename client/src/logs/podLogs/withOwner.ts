/** Offers the logs of all pods of a pod's owner. */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString } from '#core/common/json.ts';
import { getName, getWord } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { objectTarget, ownerReference, type PodLogTarget } from '#core/logs/pods/podLogTarget.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

/**
 * Returns the pod or its owner, as the user selects. Doesn't ask if the owner is unknown. Returns undefined if the user
 * cancels.
 */
export async function withOwner(
  cluster: OpenCluster,
  target: PodLogTarget,
  title: string,
): Promise<PodLogTarget | undefined> {
  const { pods, namespace } = target;
  if (pods.kind !== 'pod') return target;
  const owner = await topOwner(cluster, { ...podKind, name: pods.name, namespace });
  const ofOwner = owner === undefined ? undefined : objectTarget(owner);
  // A Sandbox of agent-sandbox has only this pod.
  if (owner === undefined || ofOwner === undefined || owner.kind === 'Sandbox') return target;
  const items = [
    { label: pods.name, description: l10n.t`Pod`, value: target },
    { label: l10n.t`All pods of ${owner.name}`, description: owner.kind, value: ofOwner },
  ];
  return (await showPick(items, { title, placeHolder: l10n.t`Select a log source` }))?.value;
}

/** Maximum number of owners between a pod and the workload that the user created: ReplicaSet and Deployment. */
const mostOwners = 2;

/** Returns the workload that controls a pod, directly or through another one. Undefined if it can't be read. */
async function topOwner({ connection }: OpenCluster, pod: ObjectReference): Promise<ObjectReference | undefined> {
  let found: ObjectReference | undefined;
  for (let step = 0; step < mostOwners; step += 1) {
    const answer = await connection.ask(getObjectPath(found ?? pod));
    if (!answer.ok) return found;
    const controller = getList(answer.value, 'metadata', 'ownerReferences').find(
      (one) => getBoolean(one, 'controller') === true,
    );
    const [kind, name] = [getWord(controller, 'kind'), getName(controller, 'name')];
    const group = getString(controller, 'apiVersion')?.split('/').slice(0, -1).join('/') ?? '';
    const owner =
      kind === undefined || name === undefined ? undefined : ownerReference(kind, name, pod.namespace ?? '');
    if (owner === undefined || owner.group !== group) return found;
    found = owner;
  }
  return found;
}
