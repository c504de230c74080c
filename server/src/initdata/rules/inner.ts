import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import { cococtl, guide } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-inner',
  title: () => l10n.t`A file in initdata that cannot be used`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`aa.toml and cdh.toml are TOML themselves, in the text of the document. Where one cannot be read, or an address in it is none, the service that it is for does not start, and the pod gets no secrets.`,
  source: [cococtl, guide],
  *check({ document, now }) {
    const others = (code: string) =>
      code.startsWith('toml-') || code === 'setting-not-string' || code === 'address-wrong';
    for (const found of innerProblems(document, now, others))
      yield toInitdataFinding(found, l10n.t`Attestation does not work so.`);
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
