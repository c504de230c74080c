import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { authority, issued, selfSigned } from '#server/engine/examples/exampleCertificates.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import type { InnerProblem } from '../innerProblem.ts';
import { cococtl } from './sources.ts';

const oneLine = (pem: string) => pem.replaceAll('\n', '\\n');

const withCertificate = (pem: string) => initdataWith({ aa: exampleAa.replace(/'''\n$/, `${pem}'''\n`) });

export default defineInitdataRule({
  id: 'initdata-certificate',
  title: () => l10n.t`Invalid or insecure KBS certificate`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The attestation agent and the Confidential Data Hub use a certificate to verify that they are connected to your Key Broker Service (KBS). The certificate is in \`cert\` in aa.toml and in \`kbs_cert\` in cdh.toml. If the certificate is unusable, the connection to the KBS fails, and the pod gets no keys or secrets.

Use the certificate of the CA that issued the KBS certificate. If the KBS certificate is self-signed, use the KBS certificate itself, even if it has no \`CA:TRUE\`. The certificate must be in PEM format, valid now, and not signed with SHA-1 or MD5. An RSA key must have at least 1024 bits. Never add a private key here, because anyone who can see the pod can read it.`,
  source: [cococtl, 'OSC 1.11 §2.8'],
  *check({ document, now }) {
    for (const found of innerProblems(document, now, (code) => code.startsWith('certificate-')))
      yield toInitdataFinding(found, isTrusted(found) ? '' : l10n.t`The guest doesn't trust the KBS.`);
  },
  examples: () => [
    {
      avoid: withCertificate('cert = "not yet there"\n#       ^^^^^^^^^^^^^ want\n'),
      prefer: withCertificate(`cert = """\n${authority}"""\n`),
    },
    {
      // Marks can't be inside a certificate, so the mark is on its only line.
      avoid: withCertificate(`cert = "${oneLine(issued)}"\n#       ${'^'.repeat(oneLine(issued).length - 2)} want\n`),
      prefer: withCertificate(`cert = """\n${selfSigned}"""\n`),
    },
  ],
});

/** Returns whether the guest can trust the KBS despite the problem: the certificate itself can be valid. */
function isTrusted({ code }: InnerProblem): boolean {
  return code === 'certificate-too-many' || code === 'certificate-private-key';
}
