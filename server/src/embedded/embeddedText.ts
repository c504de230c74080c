/**
 * What is packed in YAML, taken out and put back: only the scalar itself is edited, it stays on one line and keeps its
 * quotation marks.
 */
import * as l10n from '@vscode/l10n';
import { kataPrefix } from '#core/annotations/annotation.ts';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { findYamlNode, type ScalarNode } from '../engine/yaml/node.ts';
import { parsePlainScalar } from '../engine/yaml/parse/plainScalar.ts';
import { readDocuments } from '../engine/yaml/yamlDocument.ts';
import { packPolicy, repackInitdata, unpackInitdata, unpackPolicy } from '../engine/encoding/pack.ts';
import type { EmbeddedPosition } from '../protocol/protocol.ts';
import { behindColon } from '../engine/findings/edits.ts';
import type { Edit } from '../engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** What is packed under a key: a policy as it is, or initdata with gzip around it. */
export type PackedLanguage = 'rego' | 'toml';

/** What was taken out. */
export interface ReadPacked {
  readonly language: PackedLanguage;
  /** Undefined when it cannot be unpacked at all. */
  readonly content?: string;
  readonly problem?: string;
}

/** The edit that puts content in; none when it is there already. */
export interface WrittenPacked {
  readonly edits: readonly Edit[];
  readonly problem?: string;
}

/** What a key holds. */
export function detectEmbeddedLanguage(key: string | number | undefined): PackedLanguage | undefined {
  if (key === policyAnnotationKey) return 'rego';
  const initdata =
    key === 'INITDATA' || (typeof key === 'string' && key.startsWith(kataPrefix) && key.endsWith('.cc_init_data'));
  return initdata ? 'toml' : undefined;
}

/** Takes out what is packed at a place of a YAML text. */
export function readPacked(text: string, place: EmbeddedPosition): ReadPacked {
  const found = find(text, place);
  if (typeof found === 'string')
    return { language: detectEmbeddedLanguage(place.path.at(-1)) ?? 'rego', problem: found };
  const { node, language } = found;
  if (node.text === '') return { language, content: '' };
  const { text: content, problems } = language === 'rego' ? unpackPolicy(node.text) : unpackInitdata(node.text);
  const problem = problems.map(({ message }) => message).join(getSentenceSeparator());
  return { language, ...(content === undefined ? {} : { content }), ...(problem === '' ? {} : { problem }) };
}

/** Puts content in at a place of a YAML text. What does not change stays as it is packed, byte by byte. */
export function writePacked(text: string, place: EmbeddedPosition, content: string): WrittenPacked {
  const found = find(text, place);
  if (typeof found === 'string') return { edits: [], problem: found };
  const { node, language, start } = found;
  const refusal = refusalOf(node);
  if (refusal !== undefined) return { edits: [], problem: refusal };
  const packed = content === '' ? '' : repack(language, node.text, content);
  if (packed === node.text) return { edits: [] };
  const at = { start: start + node.start, end: start + node.end };
  if (node.start < node.end)
    return { edits: [{ ...at, text: inQuotes(packed, /^["']/.exec(text.slice(at.start, at.end))?.[0] ?? '') }] };
  // Nothing is there yet: behind the colon of its key.
  const behind = behindColon(text, at.start);
  if (behind === undefined) return { edits: [], problem: l10n.t`Set the value to "" first.` };
  return { edits: [{ start: behind, end: behind, text: ` ${inQuotes(packed, '"')}` }] };
}

/** Packs anew; what says the same stays as another program has packed it. */
function repack(language: PackedLanguage, before: string, content: string): string {
  if (language === 'toml') return repackInitdata(before, content);
  const { text, problems } = unpackPolicy(before);
  return text === content && problems.length === 0 ? before : packPolicy(content);
}

/** Why a scalar must not be written; undefined when it may. */
export function refusalOf({ borrowed, anchored, style, unknown }: ScalarNode): string | undefined {
  if (borrowed) return l10n.t`The value comes from an alias or a merge. Change it where it's defined.`;
  if (anchored === true) return l10n.t`The value has an anchor, so a change here would also change other places.`;
  if (style === 'block')
    return l10n.t(
      'The value is a block scalar (`|` or `>`) with line breaks that the guest rejects. Write it on one line first.',
    );
  return unknown ? l10n.t`The value is unknown because a template fills it in or it has a custom tag.` : undefined;
}

interface Found {
  readonly node: ScalarNode;
  readonly language: PackedLanguage;
  /** Of the document in the text. */
  readonly start: number;
}

function find(text: string, { document, path }: EmbeddedPosition): Found | string {
  const language = detectEmbeddedLanguage(path.at(-1));
  if (language === undefined) return l10n.t`This key doesn't contain an embedded policy or initdata.`;
  const placed = readDocuments(text)[document];
  if (placed === undefined) return l10n.t`The document no longer exists.`;
  const { root, problems, template } = placed.document.parsed;
  if (template) return l10n.t`The document is a template, so its contents are unknown.`;
  const node = findYamlNode(root, path);
  if (node === undefined)
    return problems.length > 0 ? l10n.t`Can't parse the YAML.` : l10n.t`The value no longer exists.`;
  return node.type === 'scalar' ? { node, language, start: placed.start } : l10n.t`The value isn't a string.`;
}

/** Base64 needs no escapes; without quotation marks it must not mean anything else. */
function inQuotes(packed: string, quote: string): string {
  return quote === '' && (packed === '' || typeof parsePlainScalar(packed) !== 'string')
    ? `"${packed}"`
    : `${quote}${packed}${quote}`;
}
