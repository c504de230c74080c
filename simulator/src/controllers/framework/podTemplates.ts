/** Pods made from the templates of those who own them. */
import { listAt, mapAt, stringAt, type KubeObject, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { controllerOf, ownedBy, type Client } from './client.ts';
import { isTrue } from './conditions.ts';
import { pods } from './resourceNames.ts';

/** The pods that an object controls. */
export function podsOf(client: Client, owner: KubeObject): readonly KubeObject[] {
  return client.list(pods, owner.metadata.namespace).filter((pod) => controllerOf(pod)?.uid === owner.metadata.uid);
}

/** A pod of this owner's template. */
export function podFor(owner: KubeObject, extra: { readonly labels?: Readonly<Record<string, string>>; readonly node?: string } = {}): ObjectToWrite {
  const template = mapAt(owner, 'spec', 'template');
  const spec = mapAt(template, 'spec');
  const annotations = strings(mapAt(template, 'metadata', 'annotations'));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${owner.metadata.name}-`,
      namespace: owner.metadata.namespace,
      labels: { ...strings(mapAt(template, 'metadata', 'labels')), ...extra.labels },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ownerReferences: [ownedBy(owner)],
    },
    spec: { ...spec, ...(extra.node === undefined ? {} : { nodeName: extra.node }) },
  };
}

/** The text values of a map. */
export function strings(map: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Whether a pod counts: it is there to stay, and has not ended. */
export function isActive(pod: KubeObject): boolean {
  return pod.metadata.deletionTimestamp === undefined && !['Succeeded', 'Failed'].includes(stringAt(pod, 'status', 'phase') ?? '');
}

/** Whether a pod serves. */
export function isReadyPod(pod: KubeObject): boolean {
  return pod.metadata.deletionTimestamp === undefined && isTrue(pod, 'Ready');
}

/** Whether the pod may be where this taint is. */
export function tolerates(spec: unknown, taint: unknown): boolean {
  return listAt(spec, 'tolerations').some((toleration) => {
    const key = stringAt(toleration, 'key');
    const effect = stringAt(toleration, 'effect');
    if (effect !== undefined && effect !== '' && effect !== stringAt(taint, 'effect')) return false;
    if (key === undefined || key === '') return stringAt(toleration, 'operator') === 'Exists';
    if (key !== stringAt(taint, 'key')) return false;
    return stringAt(toleration, 'operator') === 'Exists' || (stringAt(toleration, 'value') ?? '') === (stringAt(taint, 'value') ?? '');
  });
}
