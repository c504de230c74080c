/** Explains the keys of an initdata document. At `algorithm`, shows the digest and how it fits each TEE. */
import * as l10n from '@vscode/l10n';
import { findInitdataFile, initdataVersion, teeFields } from '#core/agent/initdata.ts';
import { fitDigest, computeInitdataDigest } from '../digest.ts';
import type { InitdataDocument } from '../document.ts';
import { readInnerFiles } from '../innerFiles.ts';
import { inDocument } from '../innerProblem.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { PolicyHover } from '#server/policy/lsp/hover.ts';

/** Returns the hover at this offset of the document. */
export function tomlHoverAt(text: string, document: InitdataDocument, offset: number): PolicyHover | undefined {
  const isHere = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  const entry = document.toml.entries.find(
    ({ path, key, range }) => path.length === 1 && (isHere(key) || isHere(range)),
  );
  if (entry?.path[0] === 'algorithm')
    return { start: entry.key.start, end: entry.range.end, markdown: algorithmMarkdown(text, document) };
  if (entry?.path[0] === 'version') {
    return {
      start: entry.key.start,
      end: entry.range.end,
      markdown: `**version**\n\n${l10n.t('Format version. Only `{0}` is supported.', initdataVersion)}`,
    };
  }
  const data = document.data.find(({ key }) => isHere(key));
  if (data !== undefined) {
    const file = findInitdataFile(data.name);
    const words = file === undefined ? l10n.t`The guest ignores this file and logs a message.` : file.summary();
    return { start: data.key.start, end: data.key.end, markdown: `**${data.name}**\n\n${words}` };
  }
  const table = document.toml.tables.find(({ path, range }) => path.join('.') === 'data' && isHere(range));
  if (table !== undefined)
    return {
      start: table.range.start,
      end: table.range.end,
      markdown: `**[data]**\n\n${l10n.t`Files for the guest, one string per file.`}`,
    };
  return innerHover(document, offset);
}

function innerHover(document: InitdataDocument, offset: number): PolicyHover | undefined {
  const around = document.data.find(({ range }) => range.start <= offset && offset <= range.end);
  if (around === undefined || findInitdataFile(around.name)?.language !== 'toml') return undefined;
  const [file] = readInnerFiles({ data: [around] }, new Date(0)).files;
  for (const { path, key } of file?.toml.entries ?? []) {
    const place = inDocument(around, key);
    if (offset < place.start || offset > place.end) continue;
    const setting = findInitdataFile(around.name)?.settings.find((one) => one.path === path.join('.'));
    if (setting === undefined) return undefined;
    const usual = setting.usual === undefined ? '' : `\n\n${l10n.t('**Typical value:** `{0}`', setting.usual)}`;
    return { ...place, markdown: `**${setting.path}**: ${setting.type}\n\n${setting.summary()}${usual}` };
  }
  return undefined;
}

function algorithmMarkdown(text: string, { algorithm }: InitdataDocument): string {
  const head = `**algorithm**\n\n${l10n.t`Hash algorithm used to measure the document. Any change to the document, even to a space, changes the digest.`}`;
  if (algorithm?.known === undefined) return head;
  const digest = computeInitdataDigest(text, algorithm.known);
  const fits = teeFields.map((field) => `- ${fitDigest(digest, field).words}`);
  return [head, l10n.t`**${algorithm.known} digest of this document:**`, `\`${digest}\``, fits.join('\n')].join('\n\n');
}
