import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import { cococtl } from './sources.ts';

const withCertificate = (pem: string) => initdataWith({ aa: exampleAa.replace(/'''\n$/, `${pem}'''\n`) });

export default defineInitdataRule({
  id: 'initdata-certificate',
  title: () => l10n.t`Untrusted KBS certificate`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The attestation agent and the Confidential Data Hub use a certificate to check that they are connected to your Key Broker Service (KBS): \`cert\` in aa.toml and \`kbs_cert\` in cdh.toml. If the certificate can't be used, the connection to the KBS fails, and the pod gets no keys and secrets.

Use a CA certificate in PEM format that is valid now and isn't signed with SHA-1 or MD5. An RSA key must have at least 1024 bits. Never add a private key here, because anyone who can see the pod can read it.`,
  source: [cococtl],
  *check({ document, now }) {
    for (const found of innerProblems(document, now, (code) => code.startsWith('certificate-')))
      yield toInitdataFinding(found, l10n.t`The KBS isn't trusted.`);
  },
  examples: [
    {
      avoid: withCertificate('cert = "not yet there"\n#       ^^^^^^^^^^^^^ want\n'),
      prefer: initdataWith({}),
    },
  ],
});
