import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import { cococtl } from './sources.ts';

const withCertificate = (pem: string) => initdataWith({ aa: exampleAa.replace(/'''\n$/, `${pem}'''\n`) });

export default defineInitdataRule({
  id: 'initdata-certificate',
  title: () => l10n.t`A certificate that is not believed`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The certificate of the key broker must be that of an authority, in force, not signed with SHA-1 or MD5, and its RSA key must have 1024 bits or more: otherwise the connection fails. A private key does not belong here at all.`,
  source: [cococtl],
  *check({ document, now }) {
    for (const found of innerProblems(document, now, (code) => code.startsWith('certificate-')))
      yield toInitdataFinding(found, l10n.t`The key broker is not believed so.`);
  },
  examples: [
    {
      avoid: withCertificate('cert = "not yet there"\n#       ^^^^^^^^^^^^^ want\n'),
      prefer: initdataWith({}),
    },
  ],
});
