import * as l10n from '@vscode/l10n';
import { countLineBreaks } from '#server/engine/workspace/indexedObject.ts';
import type { InnerFile } from '../innerFiles.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import type { Related } from '#server/engine/findings/related.ts';
import { exampleCdh, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { innerFilesOf } from './problems.ts';
import { cococtl } from './sources.ts';

export default defineInitdataRule({
  id: 'initdata-kbs-mismatch',
  title: () => l10n.t`Conflicting KBS addresses`,
  severity: 'warning',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The URL of the Key Broker Service (KBS) in aa.toml (\`token_configs.kbs.url\`) differs from the URL in cdh.toml (\`kbc.url\`). The attestation agent gets a token from the first KBS, and the Confidential Data Hub presents this token to the second. If the two KBS instances don't belong together, the second one rejects the token, and the pod gets no keys or secrets.

Use the same URL in both files.`,
  source: [cococtl, 'OSC 1.11 §2.8'],
  *check({ document, text, now, uri }) {
    const { files, problems } = innerFilesOf(document, now);
    if (!problems.some(({ code }) => code === 'kbs-url-mismatch')) return;
    const broker = settingOf(files, 'aa.toml', 'token_configs.kbs.url');
    const client = settingOf(files, 'cdh.toml', 'kbc.url');
    // Invalid addresses are reported first.
    if (broker === undefined || client === undefined || problems.some(({ code }) => code === 'address-wrong')) return;
    const { start, end } = broker.setting.range;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const related: Related = {
      uri,
      line: countLineBreaks(text, lineStart),
      column: start - lineStart,
      length: end - start,
      message: l10n.t`KBS in aa.toml`,
    };
    yield {
      start: client.setting.range.start,
      end: client.setting.range.end,
      message: l10n.t`aa.toml (token_configs.kbs.url) and cdh.toml (kbc.url) specify different KBS addresses, so the KBS in cdh.toml might reject the token of the KBS in aa.toml. Use the same address in both files.`,
      related: [related],
      fixes: [
        ...sameFix(l10n.t`Use the address from ${'aa.toml'}`, client, broker.setting.text),
        ...sameFix(l10n.t`Use the address from ${'cdh.toml'}`, broker, client.setting.text),
      ],
    };
  },
  examples: () => [
    {
      avoid: initdataWith({
        cdh: exampleCdh.replace(
          '"https://kbs.example.com:8080"\n',
          '"https://kbs.example.com"\n#     ^^^^^^^^^^^^^^^^^^^^^^^^^ want\n',
        ),
      }),
      prefer: initdataWith({}),
    },
  ],
});

type Found = NonNullable<ReturnType<typeof settingOf>>;

function settingOf(files: readonly InnerFile[], name: string, path: string) {
  const file = files.find(({ entry }) => entry.name === name);
  const setting = file?.settings.find((each) => each.path === path);
  return file === undefined || setting === undefined ? undefined : { file, setting };
}

/**
 * Returns a fix that sets the address. Returns none if the text contains escapes, or if the address contains quotes
 * that would end the string.
 */
function sameFix(title: string, { file, setting }: Found, url: string): Fix[] {
  const { start, end } = setting.range;
  return file.entry.literal && !url.includes("'''")
    ? [{ title, edits: [{ start, end, text: JSON.stringify(url) }], sure: false }]
    : [];
}
