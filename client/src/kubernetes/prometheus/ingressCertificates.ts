/** Who vouches for Routes of a cluster: the authority of its ingress, which need not be that of its API. */
import { getString } from '#core/common/json.ts';
import type { Connection } from '../connection.ts';

/** Characters: bundles are of some ten thousand. */
const most = 2_000_000;

/**
 * From where OpenShift publishes it, else from what every pod of a namespace gets, which holds it as well. Not being
 * allowed to read either is no problem: many clusters have a certificate that machines trust anyway. Source:
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
