/** The descriptions of Kubernetes fields, in English as the Kubernetes project writes them. Loaded on first use. */
import descriptions from './descriptions.json' with { type: 'json' };
import type { KubernetesType } from './tables.ts';

const types: Readonly<Record<string, readonly number[]>> = descriptions.types;

/**
 * Returns the description of a field.
 * @returns an empty text if there is none
 */
export function describeKubernetesField(owner: KubernetesType & { readonly type: 'object' }, field: string): string {
  const indexes = Object.hasOwn(types, owner.name) ? types[owner.name] : undefined;
  const position = [...owner.fields().keys()].indexOf(field);
  const index = indexes?.[position];
  return index === undefined ? '' : (descriptions.texts[index] ?? '');
}
