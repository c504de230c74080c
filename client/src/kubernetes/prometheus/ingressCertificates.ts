/** Reads the certificate authority of Routes. The ingress CA can differ from the CA of the API server. */
import { getString } from '#core/common/json.ts';
import type { Connection } from '../connection.ts';

/** Maximum length of a bundle in characters. Bundles typically have tens of thousands. */
const most = 2_000_000;

/**
 * Returns the ingress CA from the ConfigMap that OpenShift publishes. If the user can't read that ConfigMap, uses
 * kube-root-ca.crt, which exists in every namespace and also contains the ingress CA. Returns an empty list if the user
 * can't read either one. Many clusters have a publicly trusted certificate and don't need the ingress CA. Source:
 * openshift/cluster-ingress-operator@master pkg/operator/controller/names.go (default-ingress-cert).
 */
export async function ingressAuthorities(
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const own = connection.identity.namespace ?? 'default';
  const places = [
    ['/api/v1/namespaces/openshift-config-managed/configmaps/default-ingress-cert', 'ca-bundle.crt'],
    [`/api/v1/namespaces/${encodeURIComponent(own)}/configmaps/kube-root-ca.crt`, 'ca.crt'],
  ] as const;
  for (const [path, key] of places) {
    const answer = await connection.ask(path, signal === undefined ? {} : { signal });
    const found = answer.ok ? getString(answer.value, 'data', key) : undefined;
    if (found !== undefined && found.length <= most && found.includes('-----BEGIN CERTIFICATE-----')) return [found];
  }
  return [];
}
