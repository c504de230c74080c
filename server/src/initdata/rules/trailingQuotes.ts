import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { initdataWith, policyEntry } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems } from './problems.ts';
import { quotesEndPolicy } from './quotes.ts';
import { guide } from './sources.ts';

export default defineInitdataRule({
  id: 'rego-trailing-quotes',
  title: () => l10n.t`Triple quotes in an initdata policy`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`, 'Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The policy contains \`'''\`. In initdata, the policy is a TOML string enclosed in \`'''\`, so a \`'''\` inside the policy, even in a comment, ends the string. The rest of the policy isn't valid TOML, so the initdata is rejected.

Remove the \`'''\` from the policy.`,
  source: ['TOML 1.0.0, String', guide],
  *check({ document, text }) {
    for (const found of selectDocumentProblems(document, 'toml-quotes-inside')) {
      if (!quotesEndPolicy(found, text)) continue;
      yield {
        ...found.range,
        message: l10n.t`These three single quotes end the policy string, even if they are in a comment. Remove them from the policy.`,
      };
    }
  },
  examples: () => [
    {
      avoid: initdataWith({ more: policyEntry("# Not '''quoted''' here.\n#     ^^^ want\n") }),
      prefer: initdataWith({ more: policyEntry('# Not quoted here.\n') }),
    },
  ],
});
