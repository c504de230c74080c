/** Creates a separate certificate authority for each start, and a server certificate for the loopback interface. */
import 'reflect-metadata';
import {
  X509CertificateGenerator,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
} from '@peculiar/x509';
import { KeyObject, webcrypto } from 'node:crypto';

export interface Certificates {
  /** CA certificate for the kubeconfig, in PEM. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

/**
 * Creates the certificates.
 * @param now the time on the client's clock, which determines their validity
 * @param authorityName must be unique among the CAs that a client trusts, because clients find them by name
 */
export async function makeCertificates(now: number, authorityName = 'osc-simulator-ca'): Promise<Certificates> {
  const [authority, server] = await Promise.all([
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
  ]);
  const validity = {
    notBefore: new Date(now - 30 * day),
    notAfter: new Date(now + 3650 * day),
    signingAlgorithm: algorithm,
  };
  const ca = await X509CertificateGenerator.createSelfSigned(
    {
      ...validity,
      serialNumber: '01',
      name: `CN=${authorityName}`,
      keys: authority,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    webcrypto,
  );
  const cert = await X509CertificateGenerator.create(
    {
      ...validity,
      serialNumber: '02',
      subject: 'CN=osc-simulator',
      issuer: ca.subject,
      publicKey: server.publicKey,
      signingKey: authority.privateKey,
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'ip', value: '::1' },
          { type: 'dns', value: 'localhost' },
        ]),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth], false),
      ],
    },
    webcrypto,
  );
  const key = KeyObject.from(server.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { ca: ca.toString('pem'), cert: cert.toString('pem'), key: String(key) };
}
