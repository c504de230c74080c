/**
 * Checks PEM certificates in the same way as cococtl: CA, validity period, signature algorithm, and RSA key length. A
 * self-signed certificate doesn't have to be a CA certificate. Source:
 * confidential-containers/cloud-api-adaptor@fbdde756 src/cloud-api-adaptor/pkg/userdata/provision_test.go.
 */
import * as l10n from '@vscode/l10n';
import { packing } from '#platform/packing.ts';
import type { Span } from '../engine/text/span.ts';
import { type InitdataProblem, createInitdataProblem } from '../engine/encoding/problem.ts';

/** Possible problems with a certificate. */
export type CertificateCode =
  | 'certificate-missing'
  | 'certificate-unreadable'
  | 'certificate-too-many'
  | 'certificate-expired'
  | 'certificate-not-yet'
  | 'certificate-not-ca'
  | 'certificate-weak-signature'
  | 'certificate-short-key'
  | 'certificate-private-key';

/** Maximum number of certificates to check, and maximum length of each in characters. */
const most = 16;
const longest = 64 * 1024;
const shortestRsa = 1024;

/** Returns the problems with the certificates in a text. Ranges refer to the text. */
export function certificateProblems(text: string, now: Date): readonly InitdataProblem<CertificateCode>[] {
  const problems: InitdataProblem<CertificateCode>[] = [];
  const secret = text.search(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/);
  if (secret >= 0) {
    const message = l10n.t`This is a private key. Remove it, because anyone who can see the pod can read it.`;
    problems.push(createInitdataProblem('certificate-private-key', message, { start: secret, end: secret + 10 }));
  }
  const blocks = blocksOf(text);
  const whole = { start: 0, end: text.length };
  if (blocks.length === 0) {
    if (text.trim() === '')
      problems.push(createInitdataProblem('certificate-missing', l10n.t`The value is empty.`, whole, 'warning'));
    else
      problems.push(
        createInitdataProblem(
          'certificate-unreadable',
          l10n.t`No PEM certificate found ("-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----").`,
          whole,
        ),
      );
    return problems;
  }
  if (blocks.length > most)
    problems.push(
      createInitdataProblem(
        'certificate-too-many',
        l10n.t`More than ${most} certificates. Only the first ${most} are checked.`,
        whole,
        'information',
      ),
    );
  for (const range of blocks.slice(0, most)) problems.push(...judge(text.slice(range.start, range.end), range, now));
  return problems;
}

/** Returns the ranges from BEGIN to END. A BEGIN without an END extends to the end of the text. */
function blocksOf(text: string): readonly Span[] {
  const begin = '-----BEGIN CERTIFICATE-----';
  const end = '-----END CERTIFICATE-----';
  const blocks: Span[] = [];
  let start = text.indexOf(begin);
  while (start >= 0 && blocks.length <= most) {
    const stop = text.indexOf(end, start);
    const after = stop < 0 ? text.length : stop + end.length;
    blocks.push({ start, end: after });
    start = text.indexOf(begin, after);
  }
  return blocks;
}

function judge(pem: string, range: Span, now: Date): readonly InitdataProblem<CertificateCode>[] {
  const certificate = pem.length > longest ? undefined : packing.certificate(pem);
  if (certificate === undefined)
    return [
      createInitdataProblem(
        'certificate-unreadable',
        l10n.t`Can't read this certificate because it's damaged or truncated.`,
        range,
      ),
    ];
  const problems: InitdataProblem<CertificateCode>[] = [];
  const { until, from, rsaBits: bits } = certificate;
  if (until < now.getTime())
    problems.push(
      createInitdataProblem('certificate-expired', l10n.t`The certificate expired on ${day(until)}.`, range),
    );
  if (from > now.getTime())
    problems.push(
      createInitdataProblem('certificate-not-yet', l10n.t`The certificate isn't valid before ${day(from)}.`, range),
    );
  // OpenSSL accepts a self-signed server certificate as its own trust anchor.
  if (!certificate.ca && !certificate.selfSigned)
    problems.push(
      createInitdataProblem(
        'certificate-not-ca',
        l10n.t`The certificate is neither self-signed nor a CA certificate (CA:TRUE is missing), so it can't establish trust.`,
        range,
      ),
    );
  const weak = weakSignature(certificate.raw);
  if (weak !== undefined)
    problems.push(
      createInitdataProblem(
        'certificate-weak-signature',
        l10n.t`The certificate is signed with ${weak}. An attacker can forge such signatures.`,
        range,
      ),
    );
  if (bits !== undefined && bits < shortestRsa)
    problems.push(
      createInitdataProblem(
        'certificate-short-key',
        l10n.t`The RSA key has ${bits} bits. At least ${shortestRsa} are required.`,
        range,
      ),
    );
  return problems;
}

/** Formats a date. Called only for valid times, which were already compared with now. */
function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Names of weak hash algorithms, by the object identifier of the signature algorithm (DER, in hexadecimal). */
const weakSignatures: Readonly<Record<string, string>> = {
  '2a864886f70d010102': 'MD2',
  '2a864886f70d010104': 'MD5',
  '2a864886f70d010105': 'SHA-1',
  '2a8648ce3d0401': 'SHA-1',
  '2a8648ce380403': 'SHA-1',
  '2b0e03021d': 'SHA-1',
};

/**
 * Returns the name of the signature's hash algorithm if it's weak. Reads it from the DER data of the certificate,
 * because only recent versions of Node.js provide it. In the data, the signature algorithm follows the content of the
 * certificate.
 */
function weakSignature(der: Uint8Array): string | undefined {
  const certificate = element(der, 0);
  const content = certificate === undefined ? undefined : element(der, certificate.from);
  const algorithm = content === undefined ? undefined : element(der, content.to);
  const id = algorithm === undefined ? undefined : element(der, algorithm.from);
  if (id === undefined || der[algorithm?.from ?? 0] !== 0x06) return undefined;
  const hex = Array.from(der.subarray(id.from, id.to), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return Object.hasOwn(weakSignatures, hex) ? weakSignatures[hex] : undefined;
}

/** Returns the start and end of the content of the DER element at this offset. */
function element(der: Uint8Array, at: number): { readonly from: number; readonly to: number } | undefined {
  const first = der[at + 1];
  if (first === undefined) return undefined;
  let length = first;
  let from = at + 2;
  if (first >= 0x80) {
    const count = first - 0x80;
    if (count === 0 || count > 4) return undefined;
    length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + (der[from + index] ?? 0);
    from += count;
  }
  const to = from + length;
  return to > der.length ? undefined : { from, to };
}
