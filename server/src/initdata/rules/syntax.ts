import * as l10n from '@vscode/l10n';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding } from './problems.ts';
import { quotesEndPolicy } from './quotes.ts';
import { adaptorInitdata, kataInitdata } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-syntax',
  title: () => l10n.t`Initdata isn't valid TOML`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`This initdata isn't valid TOML. For example, TOML has no value \`yes\`, and strings must be in quotes. A pod with such initdata doesn't start. If \`INITDATA\` in \`peer-pods-cm\` contains it, cloud-api-adaptor doesn't start, so no peer pod can start.

Correct the marked part, or remove the line.`,
  source: [kataInitdata, adaptorInitdata, 'OSC 1.11 §2.8'],
  *check({ document, text }) {
    const conflict = findMergeConflict(text);
    if (conflict !== undefined) {
      yield conflict;
      return;
    }
    for (const found of selectDocumentProblems(
      document,
      'toml-syntax',
      'toml-too-large',
      'toml-too-deep',
      'toml-quotes-inside',
    )) {
      // A separate rule reports quotes in a policy.
      if (!quotesEndPolicy(found, text)) yield toInitdataFinding(found, l10n.t`The document can't be parsed.`);
    }
  },
  examples: () => [
    {
      avoid: initdataWith({ head: `${exampleHead}checked = yes\n#         ^ want\n` }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({
        head: `${exampleHead}<<<<<<< HEAD\n# <------------ want\n=======\nnote = 1\n>>>>>>> other\n`,
      }),
      prefer: initdataWith({}),
    },
  ],
});
