import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { initdataWith, policyEntry } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems } from './problems.ts';
import { quotesEndPolicy } from './quotes.ts';
import { guide } from './sources.ts';

export default defineInitdataRule({
  id: 'rego-trailing-quotes',
  title: () => l10n.t`Three quotation marks in a policy of initdata`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`, 'Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`In initdata a policy stands between \`'''\` and \`'''\`, so that nothing in it needs an escape. A \`'''\` within, in a comment too, ends the text there, and the rest is no TOML.`,
  source: ['TOML 1.0.0, String', guide],
  *check({ document, text }) {
    for (const found of selectDocumentProblems(document, 'toml-quotes-inside')) {
      if (!quotesEndPolicy(found, text)) continue;
      yield {
        ...found.range,
        message: l10n.t`Here the text of the policy ends: three single quotation marks cannot be in it, not even in a comment. Write it without them.`,
      };
    }
  },
  examples: [
    {
      avoid: initdataWith({ more: policyEntry("# Not '''quoted''' here.\n#     ^^^ want\n") }),
      prefer: initdataWith({ more: policyEntry('# Not quoted here.\n') }),
    },
  ],
});
