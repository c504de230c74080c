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
    l10n.t`Initdata contains the files aa.toml and cdh.toml as strings. They configure the attestation agent and the Confidential Data Hub. If a file isn't valid TOML or contains an invalid URL, the component that it configures doesn't start, and the pod gets no secrets.

Correct the marked part. URLs must be in quotes and start with a scheme, such as \`https://\`.`,
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
