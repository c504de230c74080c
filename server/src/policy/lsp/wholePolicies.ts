/** Whole policies and whole initdata documents, offered where there is nothing yet. */
import * as l10n from '@vscode/l10n';
import { defaultPolicies } from '#core/agent/defaultPolicies.ts';
import { defaultPolicyText } from '#core/agent/defaultPolicyTexts.ts';
import { initdataFiles, initdataVersion, type InitdataFile } from '#core/agent/initdata.ts';
import type { Release } from '#core/product/releases.ts';
import type { Span } from '#server/engine/text/span.ts';
import { baseOf } from '../table/table.ts';
import { literal, type Item } from './completionItem.ts';

/** Where the text is empty but for one word, that word; undefined where there is more. */
export function blankWord(text: string, offset: number): Span | undefined {
  const written = /^(?:\s|#[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(written);
  if (!/^(?:package )?\w*\s*$/.test(rest) || rest.length > 1000) return undefined;
  const end = written + rest.trimEnd().length;
  return offset < written || offset > end ? (rest.trim() === '' ? { start: offset, end: offset } : undefined) : { start: written, end };
}

/** The shipped policies, that of the release's image first. */
export function wholePolicies(release: Release, span: Span): readonly Item[] {
  const first = baseOf(release);
  return defaultPolicies.flatMap(({ id, title, summary }, index): Item[] => {
    const text = defaultPolicyText(id);
    if (text === undefined) return [];
    return [
      {
        label: l10n.t`policy: ${title}`,
        kind: 'file',
        detail: summary,
        documentation: `${summary}\n\n\`\`\`rego\n${text}\n\`\`\``,
        filter: `package agent_policy ${title}`,
        order: id === first ? 0 : index + 1,
        snippet: literal(text),
        span,
      },
    ];
  });
}

const address = 'https://trustee.example.com:8443';

/** The settings of a file that nearly every document has, as a snippet; stops are counted on from there. */
export function fileSnippet({ name, settings }: InitdataFile, release: Release, stop = 1): { readonly text: string; readonly next: number } {
  if (name === 'policy.rego') return { text: `"${name}" = '''\n${literal(policyOf(release))}'''\n`, next: stop };
  let next = stop;
  const tables = new Map<string, string[]>();
  for (const { path, usual, type } of settings) {
    const dot = path.lastIndexOf('.');
    // Lists and certificates are for those who need them, and so is a second service.
    if (type === 'list' || type === 'certificate' || path.includes('coco_as') || path.startsWith('image.')) continue;
    const lines = tables.get(path.slice(0, Math.max(dot, 0))) ?? [];
    const value = usual === undefined ? (type === 'address' ? `\${${next++}:${address}}` : `\${${next++}}`) : literal(usual);
    lines.push(`${path.slice(dot + 1)} = "${value}"`);
    tables.set(path.slice(0, Math.max(dot, 0)), lines);
  }
  const parts = [...tables].map(([table, lines]) => (table === '' ? lines : [`[${table}]`, ...lines]).join('\n'));
  return { text: `"${name}" = '''\n${parts.join('\n\n')}\n'''\n`, next };
}

function policyOf(release: Release): string {
  return defaultPolicyText(baseOf(release)) ?? 'package agent_policy\n';
}

/** A whole initdata document. */
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
    item(l10n.t`initdata: attestation and policy`, l10n.t`aa.toml, cdh.toml and policy.rego`, ['aa.toml', 'cdh.toml', 'policy.rego'], 0),
    item(l10n.t`initdata: policy alone`, 'policy.rego', ['policy.rego'], 1),
  ];
}
