import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding } from './problems.ts';
import { quotesEndPolicy } from './quotes.ts';
import { adaptorInitdata, kataInitdata } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-syntax',
  title: () => l10n.t`Initdata that is no TOML`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`Initdata is TOML. Where it cannot be read the pod does not start; of INITDATA in peer-pods-cm, cloud-api-adaptor does not.`,
  source: [kataInitdata, adaptorInitdata],
  *check({ document, text }) {
    for (const found of selectDocumentProblems(
      document,
      'toml-syntax',
      'toml-too-large',
      'toml-too-deep',
      'toml-quotes-inside',
    )) {
      // Of a policy, its own rule tells.
      if (!quotesEndPolicy(found, text)) yield toInitdataFinding(found, l10n.t`The document cannot be read.`);
    }
  },
  examples: [
    {
      avoid: initdataWith({ head: `${exampleHead}checked = yes\n#         ^ want\n` }),
      prefer: initdataWith({}),
    },
  ],
});
