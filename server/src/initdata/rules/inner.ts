import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import { cococtl, guide } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-inner',
  title: () => l10n.t`Invalid file in initdata`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`aa.toml and cdh.toml are TOML documents in strings of the initdata document. If one of them can't be parsed or contains an invalid URL, its service doesn't start, and the pod gets no secrets.`,
  source: [cococtl, guide],
  *check({ document, now }) {
    const others = (code: string) =>
      code.startsWith('toml-') || code === 'setting-not-string' || code === 'address-wrong';
    for (const found of innerProblems(document, now, others))
      yield toInitdataFinding(found, l10n.t`Attestation fails.`);
  },
  examples: [
    {
      avoid: initdataWith({
        aa: exampleAa.replace('"https://kbs.example.com:8080"\n', '"kbs.example.com"\n#     ^^^^^^^^^^^^^^^^^ want\n'),
      }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({
        aa: exampleAa.replace('"https://kbs.example.com:8080"\n', 'https://kbs.example.com:8080\n#     ^ want\n'),
      }),
      prefer: initdataWith({}),
    },
  ],
});
