/** Identifies the route to a cluster. */
import { createHash } from 'node:crypto';
import type { ClusterEntry } from '#client/kubernetes/kubeconfig/entries.ts';

/** Returns a hash of everything that decides who can read the requests. The proxy URL can contain a password. */
export function routeOf({ proxyUrl, ca, skipTlsVerify, tlsServerName }: ClusterEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([proxyUrl ?? '', ca ?? '', skipTlsVerify, tlsServerName ?? '']))
    .digest('hex');
}
