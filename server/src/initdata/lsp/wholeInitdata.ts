/** Provides completion in empty files: complete initdata documents. */
import * as l10n from '@vscode/l10n';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { initdataFiles, initdataVersion, type InitdataFile } from '#core/agent/initdata.ts';
import type { Release } from '#core/product/releases.ts';
import type { Span } from '#server/engine/text/span.ts';
import { escapePolicySnippet, type Item } from '#server/policy/lsp/completionItem.ts';
import { getDefaultBase } from '#server/policy/table/table.ts';

const address = 'https://trustee.example.com:8443';

/** Returns a snippet with the most common settings of a file. Tab stops are numbered from `stop`. */
export function fileSnippet(
  { name, settings }: InitdataFile,
  release: Release,
  stop = 1,
): { readonly text: string; readonly next: number } {
  if (name === 'policy.rego')
    return { text: `"${name}" = '''\n${escapePolicySnippet(policyOf(release))}'''\n`, next: stop };
  let next = stop;
  const tables = new Map<string, string[]>();
  for (const { path, usual, type } of settings) {
    const dot = path.lastIndexOf('.');
    // Omits lists, certificates, and a second service, which few users need.
    if (type === 'list' || type === 'certificate' || path.includes('coco_as') || path.startsWith('image.')) continue;
    const lines = tables.get(path.slice(0, Math.max(dot, 0))) ?? [];
    const value =
      usual === undefined
        ? type === 'address'
          ? `\${${next++}:${address}}`
          : `\${${next++}}`
        : escapePolicySnippet(usual);
    lines.push(`${path.slice(dot + 1)} = "${value}"`);
    tables.set(path.slice(0, Math.max(dot, 0)), lines);
  }
  const parts = [...tables].map(([table, lines]) => (table === '' ? lines : [`[${table}]`, ...lines]).join('\n'));
  return { text: `"${name}" = '''\n${parts.join('\n\n')}\n'''\n`, next };
}

function policyOf(release: Release): string {
  return renderDefaultPolicy(getDefaultBase(release)) ?? 'package agent_policy\n';
}

/** Returns completions for complete initdata documents. */
export function wholeInitdata(release: Release, span: Span): readonly Item[] {
  const make = (names: readonly string[]): string => {
    let stop = 1;
    const files = initdataFiles
      .filter(({ name }) => names.includes(name))
      .map((file) => {
        const { text, next } = fileSnippet(file, release, stop);
        stop = next;
        return text;
      });
    return [`algorithm = "\${0:sha256}"`, `version = "${initdataVersion}"`, '', '[data]', ...files].join('\n');
  };
  const item = (label: string, detail: string, names: readonly string[], order: number): Item => ({
    label,
    kind: 'file',
    detail,
    order,
    filter: `algorithm ${label}`,
    snippet: make(names),
    span,
  });
  return [
    item(
      l10n.t`initdata: attestation and policy`,
      l10n.t`aa.toml, cdh.toml, and policy.rego`,
      ['aa.toml', 'cdh.toml', 'policy.rego'],
      0,
    ),
    item(l10n.t`initdata: policy only`, 'policy.rego', ['policy.rego'], 1),
  ];
}
