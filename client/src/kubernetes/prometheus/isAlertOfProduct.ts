/** Identifies the alerts of OpenShift sandboxed containers. */
import type { RaisedAlert } from '#core/metrics/samples.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';

/**
 * Returns whether an alert has a name of the product, or is a platform alert about the operator namespace. Source:
 * openshift/sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml
 */
export function isAlertOfProduct({ name, labels }: RaisedAlert): boolean {
  return /^kata(?:_|[A-Z])/i.test(name) || labels['namespace'] === operatorNamespace;
}
