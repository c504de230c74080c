import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, exampleCdh, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import { cococtl, guide, guestSources } from './sources.ts';

const withImage = (...lines: readonly string[]) =>
  exampleCdh.replace(/'''\n$/, ['[image]', ...lines, "'''\n"].join('\n'));
const withFirst = (...lines: readonly string[]) => exampleCdh.replace('[kbc]', [...lines, '[kbc]'].join('\n'));

export default defineInitdataRule({
  id: 'initdata-inner',
  title: () => l10n.t`Invalid file in initdata`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`Initdata contains the files aa.toml and cdh.toml as strings. They configure the attestation agent and the Confidential Data Hub. If a file isn't valid TOML, lacks a required key, or contains an invalid URL, the component that it configures doesn't start, and the pod gets no secrets. Resources must have a URI such as \`kbs:///default/key/1\`, with three slashes and a path with three parts.

The severity is warning for an empty cdh.toml and for a relative socket path.

Correct the marked part. URLs must be in quotes and start with a scheme, such as \`https://\`.`,
  source: [cococtl, guide, ...guestSources, 'OSC 1.11 §2.8'],
  *check({ document, now }) {
    const attestation = (code: string) =>
      code.startsWith('toml-') || code === 'setting-not-string' || code === 'address-wrong';
    for (const found of innerProblems(document, now, attestation))
      yield toInitdataFinding(found, l10n.t`Attestation fails.`, found.fixes);
    const own = new Set<string>(['file-empty', 'key-required', 'value-wrong']);
    for (const found of innerProblems(document, now, (code) => own.has(code)))
      yield toInitdataFinding(found, '', found.fixes);
  },
  examples: () => [
    {
      avoid: initdataWith({
        aa: exampleAa.replace(
          'url = "https://kbs.example.com:8080"\n',
          'uri = "https://kbs.example.com:8080"\n# <--- want\n',
        ),
      }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({ cdh: exampleCdh.replace('[kbc]\n', '[kcb]\n#^^^ want\n') }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({ cdh: exampleCdh.replace('"cc_kbc"\n', '"cc-kbc"\n#      ^^^^^^^^ want\n') }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({
        cdh: withImage(
          'image_security_policy_uri = "kbs://default/security-policy/test"',
          '#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
        ),
      }),
      prefer: initdataWith({ cdh: withImage('image_security_policy_uri = "kbs:///default/security-policy/test"') }),
    },
    {
      avoid: initdataWith({
        cdh: withImage(
          'image_security_policy_uri = "https://kbs.example.com/policy"',
          '#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
          'authenticated_registry_credentials_uri = "kbs:///default/credential"',
          '#                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
        ),
      }),
      prefer: initdataWith({ cdh: withImage('image_security_policy_uri = "kbs:///default/security-policy/test"') }),
    },
    {
      avoid: initdataWith({
        cdh: withFirst(
          `socket = 'unix://run/confidential-containers/cdh.sock'`,
          `#        ${'^'.repeat(45)} want`,
          'credentials = ""',
          '#             ^^ want',
        ),
      }),
      prefer: initdataWith({
        cdh: withFirst(`socket = 'unix:///run/confidential-containers/cdh.sock'`, 'credentials = []'),
      }),
    },
    {
      avoid: initdataWith({ cdh: `"cdh.toml" = ''\n# <---------- want\n` }),
      prefer: initdataWith({}),
    },
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
