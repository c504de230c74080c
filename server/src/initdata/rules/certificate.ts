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
    l10n.t`The KBS certificate must be a currently valid CA certificate that isn't signed with SHA-1 or MD5. An RSA key must have at least 1024 bits. Otherwise, the connection fails. Never add a private key here.`,
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
