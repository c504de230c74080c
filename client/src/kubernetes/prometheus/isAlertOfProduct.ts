/** Which alerts are those of the product. */
import type { RaisedAlert } from '#core/metrics/samples.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';

/**
 * Its own by name, and those of the platform about what runs in its namespace. Source:
 * openshift/sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml
 */
export function isAlertOfProduct({ name, labels }: RaisedAlert): boolean {
  return /^kata(?:_|[A-Z])/i.test(name) || labels['namespace'] === operatorNamespace;
}
