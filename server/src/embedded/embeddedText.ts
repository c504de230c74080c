/**
 * Decodes and encodes content that is embedded in YAML. Edits only the scalar, which stays on one line and keeps its
 * quotation marks.
 */
import * as l10n from '@vscode/l10n';
import { kataPrefix } from '#core/annotations/annotation.ts';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { findYamlNode, type ScalarNode } from '../engine/yaml/node.ts';
import { parsePlainScalar } from '../engine/yaml/parse/plainScalar.ts';
import { readDocuments } from '../engine/yaml/yamlDocument.ts';
import { packPolicy, repackInitdata, unpackInitdata, unpackPolicy } from '../engine/encoding/pack.ts';
import { findEmbeddedKataConfig, type EmbeddedKataConfig } from '../engine/kataConfig/embeddedKataConfig.ts';
import type { EmbeddedPosition, KataConfigFileName } from '../protocol/protocol.ts';
import { readKataConfig, writeKataConfig } from './kataConfigFile.ts';
import { behindColon } from '../engine/findings/edits.ts';
import type { Edit } from '../engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Language of embedded content: a policy (not compressed), or initdata (compressed with gzip). */
export type PackedLanguage = 'rego' | 'toml';

/** Decoded content. */
export interface ReadPacked {
  readonly language: PackedLanguage;
  /** Undefined if the content can't be decoded. */
  readonly content?: string;
  readonly problem?: string;
  /** Set for a configuration file of Kata. */
  readonly fileName?: KataConfigFileName;
}

/** The edits that embed the content. Empty if the content is unchanged. */
export interface WrittenPacked {
  readonly edits: readonly Edit[];
  readonly problem?: string;
}

/** Returns the language of the content under a key, or undefined if the key can't have embedded content. */
export function detectEmbeddedLanguage(key: string | number | undefined): PackedLanguage | undefined {
  if (key === policyAnnotationKey || key === 'AGENT_POLICY') return 'rego';
  const initdata =
    key === 'INITDATA' || (typeof key === 'string' && key.startsWith(kataPrefix) && key.endsWith('.cc_init_data'));
  return initdata ? 'toml' : undefined;
}

/** Decodes the content at a position of a YAML text. */
export function readPacked(text: string, place: EmbeddedPosition): ReadPacked {
  const config = findConfig(text, place);
  if (config !== undefined) return readKataConfig(config.file);
  const found = find(text, place);
  if (typeof found === 'string')
    return { language: detectEmbeddedLanguage(place.path.at(-1)) ?? 'rego', problem: found };
  const { node, language } = found;
  if (node.text === '') return { language, content: '' };
  const { text: content, problems } = language === 'rego' ? unpackPolicy(node.text) : unpackInitdata(node.text);
  const problem = problems.map(({ message }) => message).join(getSentenceSeparator());
  return { language, ...(content === undefined ? {} : { content }), ...(problem === '' ? {} : { problem }) };
}

/** Encodes content at a position of a YAML text. If the content is unchanged, its encoded bytes don't change. */
export function writePacked(text: string, place: EmbeddedPosition, content: string): WrittenPacked {
  const config = findConfig(text, place);
  if (config !== undefined) return writeKataConfig(config.file, config.document, config.start, content);
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
  // The value is missing, so it's inserted after the colon of its key.
  const behind = behindColon(text, at.start);
  if (behind === undefined)
    return { edits: [], problem: l10n.t`The key in the YAML file has no value. Set it to "" first.` };
  return { edits: [{ start: behind, end: behind, text: ` ${inQuotes(packed, '"')}` }] };
}

/** Returns the configuration file of Kata at a position. */
function findConfig(text: string, { document: index, path }: EmbeddedPosition): EmbeddedConfigAt | undefined {
  if (detectEmbeddedLanguage(path.at(-1)) !== undefined) return undefined;
  const placed = readDocuments(text)[index];
  const file = placed === undefined ? undefined : findEmbeddedKataConfig(placed.document, path);
  return placed === undefined || file === undefined
    ? undefined
    : { file, document: placed.document.text, start: placed.start };
}

/** Encodes content. If the content is unchanged, keeps the existing encoding, which another tool might have created. */
function repack(language: PackedLanguage, before: string, content: string): string {
  if (language === 'toml') return repackInitdata(before, content);
  const { text, problems } = unpackPolicy(before);
  return text === content && problems.length === 0 ? before : packPolicy(content);
}

/** Returns why a scalar can't be edited, or undefined if it can. */
export function refusalOf({ borrowed, anchored, style, unknown }: ScalarNode): string | undefined {
  if (borrowed) return l10n.t`The value comes from an alias or a merge key. Change it where it's defined.`;
  if (anchored === true)
    return l10n.t`The value has an anchor, so a change here would also change all values that refer to the anchor.`;
  if (style === 'block')
    return l10n.t(
      'The value is a block scalar (`|` or `>`) with line breaks that the guest rejects. Write it on one line first.',
    );
  return unknown
    ? l10n.t`The value is unknown because a template sets it or because it has a custom YAML tag.`
    : undefined;
}

interface EmbeddedConfigAt {
  readonly file: EmbeddedKataConfig;
  /** Text of the document. */
  readonly document: string;
  readonly start: number;
}

interface Found {
  readonly node: ScalarNode;
  readonly language: PackedLanguage;
  /** Start of the document in the text. */
  readonly start: number;
}

function find(text: string, { document, path }: EmbeddedPosition): Found | string {
  const language = detectEmbeddedLanguage(path.at(-1));
  if (language === undefined) return l10n.t`This key doesn't contain an embedded policy or initdata.`;
  const placed = readDocuments(text)[document];
  if (placed === undefined) return l10n.t`The embedded value no longer exists in the file.`;
  const { root, problems, template } = placed.document.parsed;
  if (template) return l10n.t`The document is a template, so its contents are unknown.`;
  const node = findYamlNode(root, path);
  if (node === undefined)
    return problems.length > 0
      ? l10n.t`Can't parse the YAML.`
      : l10n.t`The embedded value no longer exists in the file.`;
  return node.type === 'scalar' ? { node, language, start: placed.start } : l10n.t`The value isn't a string.`;
}

/**
 * Adds quotation marks if needed. Base64 requires no escapes, but an unquoted value must not be parsed as another type.
 */
function inQuotes(packed: string, quote: string): string {
  return quote === '' && (packed === '' || typeof parsePlainScalar(packed) !== 'string')
    ? `"${packed}"`
    : `${quote}${packed}${quote}`;
}
