import * as l10n from '@vscode/l10n';
import { initdataFiles } from '#core/agent/initdata.ts';
import type { InnerFiles } from '../innerFiles.ts';
import { declinesAttestation } from '../configuresAttestation.ts';
import { defineInitdataRule } from '../initdataRule.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import { exampleAa, exampleCdh, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { selectDocumentProblems, toInitdataFinding, innerFilesOf } from './problems.ts';
import { cococtl, guide } from './sources.ts';

const ours: Readonly<Record<string, { readonly address: string; readonly text: (url: string) => string }>> = {
  'aa.toml': { address: 'token_configs.kbs.url', text: (url) => `[token_configs.kbs]\nurl = ${JSON.stringify(url)}\n` },
  'cdh.toml': { address: 'kbc.url', text: (url) => `[kbc]\nname = "cc_kbc"\nurl = ${JSON.stringify(url)}\n` },
};

export default defineInitdataRule({
  id: 'initdata-missing-section',
  title: () => l10n.t`Missing attestation settings`,
  severity: 'warning',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The table \`[data]\` lacks aa.toml or cdh.toml. A confidential pod uses the settings in aa.toml for attestation, and the settings in cdh.toml to get keys, secrets, and image rules. Without these files, attestation fails.

The finding is a hint if both files are missing, because the initdata might be for a pod that isn't confidential. It's also a hint if aa.toml is empty and cdh.toml is missing, as in the initdata that the operator adds to such pods.

Add the missing file with the URL of your Key Broker Service (KBS).`,
  source: [cococtl, guide, 'OSC 1.11 §2.8'],
  *check({ document, text, now, isConfidential = false }) {
    const missing = selectDocumentProblems(document, 'file-missing');
    const files = innerFilesOf(document, now);
    const [first] = missing;
    const attestation = initdataFiles.filter((file) => file.attestation);
    if (first !== undefined && missing.length === attestation.length) {
      const [one = '', other = ''] = attestation.map(({ name }) => name);
      yield {
        ...first.range,
        severity: 'hint',
        message: l10n.t`${one} and ${other} are missing. Confidential pods require both files for attestation, but other pods don't.`,
      };
      return;
    }
    const isHint = !isConfidential && declinesAttestation(document);
    for (const found of missing) {
      const name = attestation.find((file) => found.message.includes(file.name))?.name ?? '';
      const finding = toInitdataFinding(found, '', fixesFor(name, files, text));
      yield isHint ? { ...finding, severity: 'hint' } : finding;
    }
  },
  examples: () => [
    {
      avoid: initdataWith({ aa: '', cdh: exampleCdh })
        .replace('[data]\n', '[data]\n# <---- want\n')
        .replace('# <---- want', '#^^^^ want'),
      prefer: initdataWith({ aa: exampleCdh, cdh: exampleAa }),
    },
  ],
});

/** Returns a fix with the address from the other file. Without that address, no correct fix is possible. */
function fixesFor(name: string, { files }: InnerFiles, text: string): Fix[] {
  const own = ours[name];
  const other = Object.entries(ours).find(([file]) => file !== name)?.[1];
  const url = files.flatMap(({ settings }) => settings).find(({ path }) => path === other?.address)?.text;
  const after = files.at(-1)?.entry.range.end;
  if (own === undefined || url === undefined || after === undefined) return [];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const entry = `${newline}"${name}" = '''\n${own.text(url)}'''`.replaceAll(/\r?\n/g, newline);
  return [
    {
      title: l10n.t`Add ${name} with the KBS URL from the other file`,
      edits: [{ start: after, end: after, text: entry }],
      sure: false,
    },
  ];
}
