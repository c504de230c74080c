import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding, createInitdataFix } from './problems.ts';
import { kataInitdata, provision } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-data',
  title: () => l10n.t`A [data] that holds no texts`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`Below \`[data]\` stands one text for each file, under its name in quotation marks. \`aa.toml = ...\` without them is a key \`toml\` in a table \`aa\`, which is refused.`,
  source: [kataInitdata, provision],
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
        l10n.t`The document is refused.`,
        isWhole ? createInitdataFix(l10n.t`Write "${key}"`, { start, end }, `"${key}"`, true) : [],
      );
    }
  },
  examples: [
    {
      avoid: initdataWith({
        aa: exampleAa.replace('"aa.toml"', 'aa.toml').replace("'''\n", "'''\n# <------- want\n"),
      }).replace(/("aa\.toml" = ''')/, '$1'),
      prefer: initdataWith({}),
    },
  ],
});
