import * as l10n from '@vscode/l10n';
import { initdataVersion } from '#core/agent/initdata.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding, createInitdataFix } from './problems.ts';
import { kataInitdata } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-version',
  title: () => l10n.t`Unsupported initdata version`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The key \`version\` is missing or isn't \`0.1.0\`, the only initdata version. Kata rejects any other version ("unsupported version"), and the pod doesn't start. cloud-api-adaptor doesn't check the version, so you notice the problem only when a pod starts.

Set \`version = "0.1.0"\`.`,
  source: [kataInitdata],
  *check({ document, text }) {
    for (const found of selectDocumentProblems(document, 'version-unsupported')) {
      yield toInitdataFinding(
        found,
        l10n.t`Kata rejects the document.`,
        createInitdataFix(l10n.t`Change to ${initdataVersion}`, found.range, `"${initdataVersion}"`, true),
      );
    }
    for (const found of selectDocumentProblems(document, 'version-missing')) {
      const line = `version = "${initdataVersion}"${text.includes('\r\n') ? '\r\n' : '\n'}`;
      yield toInitdataFinding(
        found,
        l10n.t`Kata rejects the document.`,
        createInitdataFix(l10n.t`Add ${`version = "${initdataVersion}"`}`, { start: 0, end: 0 }, line, true),
      );
    }
  },
  examples: () => [
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
