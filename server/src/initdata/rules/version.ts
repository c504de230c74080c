import * as l10n from '@vscode/l10n';
import { initdataVersion } from '#core/agent/initdata.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding, createInitdataFix } from './problems.ts';
import { kataInitdata } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-version',
  title: () => l10n.t`Another version than 0.1.0`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`There is one version of initdata, \`0.1.0\`. Kata refuses any other ("unsupported version"); cloud-api-adaptor does not look.`,
  source: [kataInitdata],
  *check({ document, text }) {
    for (const found of selectDocumentProblems(document, 'version-unsupported')) {
      yield toInitdataFinding(
        found,
        l10n.t`Kata refuses the document.`,
        createInitdataFix(l10n.t`Write ${initdataVersion}`, found.range, `"${initdataVersion}"`, true),
      );
    }
    for (const found of selectDocumentProblems(document, 'version-missing')) {
      const line = `version = "${initdataVersion}"${text.includes('\r\n') ? '\r\n' : '\n'}`;
      yield toInitdataFinding(
        found,
        l10n.t`Kata refuses the document.`,
        createInitdataFix(l10n.t`Begin with version ${initdataVersion}`, { start: 0, end: 0 }, line, true),
      );
    }
  },
  examples: [
    {
      avoid: initdataWith({ head: exampleHead.replace('"0.1.0"\n', '"1.0"\n#         ^^^^^ want\n') }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({ head: 'algorithm = "sha384"\n# <-------------------- want\n' }),
      prefer: initdataWith({ head: 'version = "0.1.0"\nalgorithm = "sha384"\n' }),
    },
  ],
});
