/** Collects the CA certificates for a host that isn't in the kubeconfig. */
import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/**
 * Maximum number of certificates from the cluster and the kubeconfig. Cluster bundles have a few certificates, system
 * bundles several hundred.
 */
const most = 2000;

/**
 * Returns the CA certificates of the kubeconfig, the given ones, and those that this computer trusts. Omits
 * certificates that can't be parsed: a single one would make all requests fail, and VS Code would report no reason (see
 * auth/login.ts).
 * @param given PEM text from a cluster, with any number of certificates per string; can be invalid
 */
export function trustedBy(kubeconfig: Buffer | undefined, given: readonly string[]): readonly string[] {
  const own = [...(kubeconfig === undefined ? [] : [kubeconfig.toString('latin1')]), ...given]
    .flatMap((text) => text.match(block) ?? [])
    .slice(0, most)
    .filter(isReadable);
  return [...new Set([...own, ...ofThisMachine()])];
}

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns the CA certificates that Node.js trusts, including those of the system in Node.js 22.15 and later. Node.js
 * caches them.
 */
function ofThisMachine(): readonly string[] {
  const { rootCertificates } = tls;
  if (!('getCACertificates' in tls)) return rootCertificates;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}
