/**
 * Handles Secrets in runbooks. A runbook contains their keys but never their values. The user who runs it provides the
 * values as environment variables or files.
 */
import { isJsonObject, getMap } from '#core/common/json.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

export interface SecretValue {
  readonly key: string;
  /**
   * The environment variable with the value, such as `PEER_PODS_SECRET_AWS_ACCESS_KEY_ID`. With the suffix `_FILE`, it
   * contains the path of a file.
   */
  readonly variable: string;
}

/** Returns whether values of this kind must not be written to a runbook. */
export function isSecret({ group, kind }: Pick<ObjectReference, 'group' | 'kind'>): boolean {
  return group === '' && kind === 'Secret';
}

/** Returns the values that a Secret requires, in the order of its keys. */
export function listSecretValues(name: string, object: KubernetesManifest): readonly SecretValue[] {
  const keys = [...new Set(['data', 'stringData'].flatMap((field) => Object.keys(getMap(object, field))))];
  const taken = new Set<string>();
  return keys.map((key) => {
    const plain = `${name}_${key}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
    const base = /^[A-Z]/.test(plain) ? plain : `SECRET${plain.startsWith('_') ? '' : '_'}${plain}`;
    let variable = base;
    for (let number = 2; taken.has(variable); number += 1) variable = `${base}_${number}`;
    // A variable for a file must not have the same name as a variable for a value.
    taken.add(variable).add(`${variable}_FILE`);
    return { key, variable };
  });
}

/** Returns the object without its values. Keeps all other fields. */
export function withoutValues(object: KubernetesManifest): KubernetesManifest {
  const { data: _data, stringData: _stringData, metadata, ...rest } = object;
  if (!isJsonObject(metadata)) return rest;
  // kubectl stores the whole object, including the values, in this annotation.
  const annotations = Object.entries(getMap(metadata, 'annotations')).filter(
    ([key]) => key !== 'kubectl.kubernetes.io/last-applied-configuration',
  );
  const { annotations: _annotations, ...others } = metadata;
  return {
    ...rest,
    metadata: annotations.length === 0 ? others : { ...others, annotations: Object.fromEntries(annotations) },
  };
}
