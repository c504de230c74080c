/** Who may vouch for a host that the kubeconfig does not speak of. */
import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Bundles of clusters have a handful, those of systems some hundred. */
const most = 2000;

/**
 * The authority of the kubeconfig, those given, and those that this machine trusts. What cannot be read is left out:
 * one bad certificate would end all requests, and in VS Code nobody would learn why (see auth/login.ts).
 * @param given PEM, of a cluster: any number of certificates each, or anything
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

/** Those of the system as well, where Node can tell them: since 22.15. Node keeps them. */
function ofThisMachine(): readonly string[] {
  const { rootCertificates } = tls;
  if (!('getCACertificates' in tls)) return rootCertificates;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}
