/**
 * Secrets in runbooks: their keys stand there, their values never. Whoever runs it gives them, as environment variables
 * or files.
 */
import { isJsonObject, getMap } from '#core/common/json.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

export interface SecretValue {
  readonly key: string;
  /**
   * The environment variable with the value: `PEER_PODS_SECRET_AWS_ACCESS_KEY_ID`. `_FILE` behind it: that with the
   * path of a file.
   */
  readonly variable: string;
}

/** Whether values of this kind must not be written down. */
export function isSecret({ group, kind }: Pick<ObjectReference, 'group' | 'kind'>): boolean {
  return group === '' && kind === 'Secret';
}

/** What has to be given for a Secret, in the order of its keys. */
export function listSecretValues(name: string, object: KubernetesManifest): readonly SecretValue[] {
  const keys = [...new Set(['data', 'stringData'].flatMap((field) => Object.keys(getMap(object, field))))];
  const taken = new Set<string>();
  return keys.map((key) => {
    const plain = `${name}_${key}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
    const base = /^[A-Z]/.test(plain) ? plain : `SECRET${plain.startsWith('_') ? '' : '_'}${plain}`;
    let variable = base;
    for (let number = 2; taken.has(variable); number += 1) variable = `${base}_${number}`;
    // Those of files must not be taken for those of values.
    taken.add(variable).add(`${variable}_FILE`);
    return { key, variable };
  });
}

/** The same object with nothing of its values: what else stands in it is kept. */
export function withoutValues(object: KubernetesManifest): KubernetesManifest {
  const { data: _data, stringData: _stringData, metadata, ...rest } = object;
  if (!isJsonObject(metadata)) return rest;
  // kubectl writes the whole object, values and all, into an annotation of its own.
  const annotations = Object.entries(getMap(metadata, 'annotations')).filter(
    ([key]) => key !== 'kubectl.kubernetes.io/last-applied-configuration',
  );
  const { annotations: _annotations, ...others } = metadata;
  return {
    ...rest,
    metadata: annotations.length === 0 ? others : { ...others, annotations: Object.fromEntries(annotations) },
  };
}
