import * as l10n from '@vscode/l10n';
import { initdataFiles } from '#core/agent/initdata.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, exampleCdh, exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { innerProblems, selectDocumentProblems, toInitdataFinding, createInitdataFix } from './problems.ts';
import { guestSources, kataInitdata, provision } from './sources.ts';

const withImage = (key: string, ...marks: readonly string[]) =>
  exampleCdh.replace(
    /'''\n$/,
    ['[image]', `${key} = "kbs:///default/security-policy/test"`, ...marks, "'''\n"].join('\n'),
  );

export default defineInitdataRule({
  id: 'initdata-unknown-key',
  title: () => l10n.t`Unused key`,
  severity: 'warning',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`This key isn't used. At the top level of initdata, only \`algorithm\`, \`version\`, and \`[data]\` are used. Of the files in \`[data]\`, the pod VM uses only aa.toml, cdh.toml, and policy.rego. It drops all others and logs "is not allowed in initdata". The guest also ignores unknown keys and tables in aa.toml and cdh.toml. For a key or table in these files whose name isn't similar to a known one, the severity is information.

Correct the name, or remove the key.`,
  source: [kataInitdata, provision, ...guestSources, 'OSC 1.11 §2.8'],
  *check({ document, now }) {
    for (const found of innerProblems(document, now, (code) => code === 'key-unknown'))
      yield toInitdataFinding(found, '', found.fixes);
    for (const found of selectDocumentProblems(document, 'key-unknown')) yield toInitdataFinding(found, '');
    const names = initdataFiles
      .map(({ name }) => name)
      .filter((name) => !document.data.some((entry) => entry.name === name));
    for (const found of selectDocumentProblems(document, 'data-key-unknown')) {
      const written = document.data.find(({ key }) => key.start === found.range.start)?.name ?? '';
      const meant = findNearestName(written, names);
      yield toInitdataFinding(
        found,
        '',
        meant === undefined
          ? []
          : createInitdataFix(l10n.t`Rename to ${meant.name}`, found.range, `"${meant.name}"`, meant.sure),
      );
    }
  },
  examples: () => [
    {
      avoid: initdataWith({
        aa: exampleAa.replace('[token_configs.kbs]\n', '[token_config.kbs]\n#^^^^^^^^^^^^^^^^ want\n'),
      }),
      prefer: initdataWith({}),
    },
    {
      avoid: initdataWith({
        aa: exampleAa.replace('[token_configs.kbs]\n', '[token_configs.kbss]\n#^^^^^^^^^^^^^^^^^^ want\n'),
        cdh: withImage('image_security_policy_url', '# <------------------------- want'),
      }),
      prefer: initdataWith({ cdh: withImage('image_security_policy_uri') }),
    },
    {
      avoid: initdataWith({ head: `${exampleHead}comment = "ours"\n# <------- want\n` }),
      prefer: initdataWith({ head: `${exampleHead}# ours\n` }),
    },
    {
      avoid: initdataWith({ more: `"motd.txt" = "hello"\n# <---------- want\n` }),
      prefer: initdataWith({}),
    },
  ],
});
