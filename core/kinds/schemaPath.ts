/** Returns schema paths in the layout of CRD catalogs, which kubeconform supports with -schema-location. */
import type { KindKnowledge } from './field.ts';

/**
 * Returns a path such as `kataconfiguration.openshift.io/kataconfig_v1.json`, or `core/configmap_v1_peer-pods-cm.json`
 * for an object with a fixed name.
 */
export function getSchemaPath({ id, kind, group, versions }: KindKnowledge): string {
  const named = id === kind ? '' : `_${id}`;
  return `${group === '' ? 'core' : group}/${kind.toLowerCase()}_${versions[0] ?? ''}${named}.json`;
}
