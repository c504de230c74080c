/**
 * Where the schema of a kind lies: the layout of CRD catalogues, which kubeconform -schema-location can be pointed at.
 */
import type { KindKnowledge } from './field.ts';

/**
 * `kataconfiguration.openshift.io/kataconfig_v1.json`; for objects that are ours by name
 * `core/configmap_v1_peer-pods-cm.json`.
 */
export function getSchemaPath({ id, kind, group, versions }: KindKnowledge): string {
  const named = id === kind ? '' : `_${id}`;
  return `${group === '' ? 'core' : group}/${kind.toLowerCase()}_${versions[0] ?? ''}${named}.json`;
}
