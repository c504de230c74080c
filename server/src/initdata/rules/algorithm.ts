import * as l10n from '@vscode/l10n';
import { initdataAlgorithm } from '#core/agent/initdata.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding, createInitdataFix } from './problems.ts';
import { adaptorInitdata, kataInitdata } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-algorithm',
  title: () => l10n.t`Unsupported initdata algorithm`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The key \`algorithm\` is missing or isn't \`sha256\`, \`sha384\`, or \`sha512\`. It selects the hash function for the initdata digest. Other spellings, such as \`sha-256\`, are rejected ("unsupported algorithm"), and the pod doesn't start.

Set \`algorithm\` to one of these three values.`,
  source: [kataInitdata, adaptorInitdata, 'OSC 1.11 §2.8'],
  *check({ document, text }) {
    const comes = l10n.t`The pod doesn't start.`;
    for (const found of selectDocumentProblems(document, 'algorithm-unsupported')) {
      const meant = initdataAlgorithm((document.algorithm?.text ?? '').toLowerCase().replace(/[-_ ]/g, ''));
      yield toInitdataFinding(
        found,
        comes,
        meant === undefined ? [] : createInitdataFix(l10n.t`Change to ${meant}`, found.range, `"${meant}"`, true),
      );
    }
    for (const found of selectDocumentProblems(document, 'algorithm-missing')) {
      yield toInitdataFinding(
        found,
        comes,
        createInitdataFix(
          l10n.t`Add ${'algorithm = "sha384"'}`,
          { start: 0, end: 0 },
          `algorithm = "sha384"${text.includes('\r\n') ? '\r\n' : '\n'}`,
          false,
        ),
      );
    }
  },
  examples: () => [
    {
      avoid: initdataWith({ head: exampleHead.replace('"sha384"\n', '"SHA-384"\n#           ^^^^^^^^^ want\n') }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({ head: 'version = "0.1.0"\n# <----------------- want\n' }),
      prefer: initdataWith({}),
    },
  ],
});
