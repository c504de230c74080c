/** Creates pods from the templates of their owners, and evaluates the state of pods. */
import { getList, getMap, getString, type KubeObject, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { findControllerOwner, createOwnerReference, type Client } from './client.ts';
import { isConditionTrue } from './conditions.ts';
import { pods } from './resourceNames.ts';

/** Returns the pods that an object controls. */
export function listControlledPods(client: Client, owner: KubeObject): readonly KubeObject[] {
  return client
    .list(pods, owner.metadata.namespace)
    .filter((pod) => findControllerOwner(pod)?.uid === owner.metadata.uid);
}

/** Creates a pod from the template of its owner. */
export function createPodFromTemplate(
  owner: KubeObject,
  extra: { readonly labels?: Readonly<Record<string, string>>; readonly node?: string } = {},
): ObjectToWrite {
  const template = getMap(owner, 'spec', 'template');
  const spec = getMap(template, 'spec');
  const annotations = strings(getMap(template, 'metadata', 'annotations'));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${owner.metadata.name}-`,
      namespace: owner.metadata.namespace,
      labels: { ...strings(getMap(template, 'metadata', 'labels')), ...extra.labels },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ownerReferences: [createOwnerReference(owner)],
    },
    spec: { ...spec, ...(extra.node === undefined ? {} : { nodeName: extra.node }) },
  };
}

/** Returns the string values of a mapping. */
export function strings(map: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns whether a pod is active: it isn't being deleted and hasn't completed. */
export function isActive(pod: KubeObject): boolean {
  return (
    pod.metadata.deletionTimestamp === undefined &&
    !['Succeeded', 'Failed'].includes(getString(pod, 'status', 'phase') ?? '')
  );
}

/** Returns whether a pod is ready and not being deleted. */
export function isReadyPod(pod: KubeObject): boolean {
  return pod.metadata.deletionTimestamp === undefined && isConditionTrue(pod, 'Ready');
}

/** Returns whether a pod specification tolerates a taint. */
export function tolerates(spec: unknown, taint: unknown): boolean {
  return getList(spec, 'tolerations').some((toleration) => {
    const key = getString(toleration, 'key');
    const effect = getString(toleration, 'effect');
    if (effect !== undefined && effect !== '' && effect !== getString(taint, 'effect')) return false;
    if (key === undefined || key === '') return getString(toleration, 'operator') === 'Exists';
    if (key !== getString(taint, 'key')) return false;
    return (
      getString(toleration, 'operator') === 'Exists' ||
      (getString(toleration, 'value') ?? '') === (getString(taint, 'value') ?? '')
    );
  });
}
