import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding, createInitdataFix } from './problems.ts';
import { kataInitdata, provision } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-data',
  title: () => l10n.t`Non-string value in [data]`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The table \`[data]\` must contain one string per file, with the quoted file name as the key. Without quotes, TOML reads \`aa.toml = ...\` as the key \`toml\` in the table \`aa\`. Because a table isn't a string, the initdata is rejected.

Put the file name in quotes.`,
  source: [kataInitdata, provision, 'OSC 1.11 §2.8'],
  *check({ document, text }) {
    for (const found of selectDocumentProblems(
      document,
      'data-missing',
      'data-not-table',
      'data-not-string',
      'data-key-unquoted',
    )) {
      const { start, end } = found.range;
      const key = text.slice(start, end);
      const isWhole = found.code === 'data-key-unquoted' && /^[\w-]+\.[\w-]+$/.test(key);
      yield toInitdataFinding(
        found,
        l10n.t`Kata rejects the document.`,
        isWhole ? createInitdataFix(l10n.t`Change to "${key}"`, { start, end }, `"${key}"`, true) : [],
      );
    }
  },
  examples: () => [
    {
      avoid: initdataWith({
        aa: exampleAa.replace('"aa.toml"', 'aa.toml').replace("'''\n", "'''\n# <------- want\n"),
      }).replace(/("aa\.toml" = ''')/, '$1'),
      prefer: initdataWith({}),
    },
  ],
});
