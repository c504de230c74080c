/** Finds Kata's configuration files in YAML: in the files of MachineConfigs and in ConfigMaps. */
import { kataConfigRole, looksLikeKataConfig, maxKataConfig, type KataConfigRole } from '#core/kata/kataConfigFile.ts';
import {
  decodeDataUrl,
  encodeDataUrl,
  isDataUrl,
  isPercentEncoded,
  percentEncode,
  type DecodedDataUrl,
} from '../encoding/dataUrl.ts';
import type { TextMap } from '../text/textMap.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapNode,
  type PathSegment,
  type ScalarNode,
  type YamlNode,
} from '../yaml/node.ts';
import { mapScalar } from '../yaml/scalarMap.ts';
import type { YamlDocument } from '../yaml/yamlDocument.ts';
import { mayHaveKataConfigs } from './mayHaveKataConfigs.ts';

/** How YAML contains a file. In `plain`, the value is the file. */
type KataConfigEncoding = 'percent' | 'base64' | 'gzip' | 'plain';

/** A configuration file in YAML. All offsets are relative to the document. */
export interface EmbeddedKataConfig {
  /** Path of the value in the document. */
  readonly path: readonly PathSegment[];
  /** Path of the file on the node, or key of the ConfigMap. */
  readonly name: string;
  readonly role: KataConfigRole;
  readonly node: ScalarNode;
  readonly encoding: KataConfigEncoding;
  /** The file. Undefined if it can't be decoded. */
  readonly text?: string;
  /** Why the file can't be decoded. */
  readonly problem?: string;
  /** True if nodes create the file in spite of the problem. */
  readonly isCreated?: true;
  /** Maps offsets of the text to offsets of the document. Undefined if only the whole value is known. */
  readonly map?: TextMap;
  /** Encodes a file like the existing one. */
  readonly encode: (text: string) => string | undefined;
  /** Encodes a part of the text so that it can replace a part of the value. Undefined if that isn't possible. */
  readonly encodePart?: (part: string) => string | undefined;
  /** The object that contains the file. Files of one object belong to one node. */
  readonly object: MapNode;
}

/**
 * Maximum number of files per document, and of their characters. Includes files whose text shows that they aren't
 * configuration files.
 */
const limits = { files: 200, characters: 8 * 1024 * 1024 };

/** A search in a document. */
interface Search {
  /** Text of the document. */
  readonly source: string;
  readonly found: EmbeddedKataConfig[];
  /** Number of files that were read. */
  files: number;
  /** Number of characters of these files. */
  characters: number;
}

const known = new WeakMap<YamlDocument, readonly EmbeddedKataConfig[]>();

/** Returns the configuration files in a document. Returns none if the document is a template or isn't valid YAML. */
export function listEmbeddedKataConfigs(document: YamlDocument): readonly EmbeddedKataConfig[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const search: Search = { source: document.text, found: [], files: 0, characters: 0 };
  if (mayHaveKataConfigs(document)) {
    const { root, template, problems } = document.parsed;
    if (root !== undefined && !template && problems.length === 0) visit(search, root, []);
  }
  known.set(document, search.found);
  return search.found;
}

/** Searches the objects in a document: the document itself, or those in a list or a template. */
function visit(search: Search, node: YamlNode, path: readonly PathSegment[]): void {
  if (node.type === 'scalar' || node.borrowed || isExhausted(search)) return;
  if (node.type === 'seq') {
    for (const [index, item] of node.items.entries()) visit(search, item, [...path, index]);
    return;
  }
  const kind = getYamlString(node, ['kind']);
  if (kind === 'MachineConfig') filesOf(search, node, path);
  else if (kind === 'ConfigMap') keysOf(search, node, path);
  else for (const { key, value, borrowed } of node.entries) if (!borrowed) visit(search, value, [...path, key.text]);
}

function isExhausted({ files, characters }: Search): boolean {
  return files >= limits.files || characters >= limits.characters;
}

const filesPath = ['spec', 'config', 'storage', 'files'];

function filesOf(search: Search, object: MapNode, path: readonly PathSegment[]): void {
  const files = findYamlNode(object, filesPath);
  if (files?.type !== 'seq') return;
  for (const [index, file] of files.items.entries()) {
    const name = getYamlString(file, ['path']);
    const role = name === undefined ? undefined : kataConfigRole(name);
    const node = findYamlNode(file, ['contents', 'source']);
    if (name === undefined || role === undefined || node?.type !== 'scalar' || file.borrowed) continue;
    const compression = findYamlNode(file, ['contents', 'compression']);
    if (node.unknown || !isDataUrl(node.text)) continue;
    if (compression !== undefined && (compression.type !== 'scalar' || compression.unknown)) continue;
    const method = compression?.value === null ? '' : (compression?.text ?? '');
    if (isExhausted(search)) return;
    const decoded = decodeDataUrl(node.text, method);
    search.files += 1;
    search.characters += decoded.text?.length ?? maxKataConfig;
    if (!isConfig(decoded, name)) continue;
    const inner = decoded.map === undefined ? undefined : mapScalar(search.source, node);
    const isPercent = method !== 'gzip' && isPercentEncoded(node.text);
    search.found.push({
      path: [...path, ...filesPath, index, 'contents', 'source'],
      name,
      role,
      node,
      encoding: method === 'gzip' ? 'gzip' : isPercent ? 'percent' : 'base64',
      ...(decoded.text === undefined ? {} : { text: decoded.text }),
      ...(decoded.problem === undefined ? {} : { problem: decoded.problem }),
      ...(decoded.isCreated === undefined ? {} : { isCreated: decoded.isCreated }),
      ...joinMaps(decoded.map, inner),
      encode: (text) => encodeDataUrl(node.text, method, text),
      ...(isPercent ? { encodePart: percentEncode } : {}),
      object,
    });
  }
}

/** Returns whether a file is a configuration file of Kata. If it can't be decoded, its folder must be one of Kata. */
function isConfig({ text, problem }: DecodedDataUrl, name: string): boolean {
  if (text === undefined && problem === undefined) return false;
  return text === undefined ? /^\/(?:etc\/kata-containers|opt\/kata)\//.test(name) : looksLikeKataConfig(text, name);
}

function joinMaps(outer: TextMap | undefined, inner: TextMap | undefined): { readonly map?: TextMap } {
  if (outer === undefined || inner === undefined) return {};
  return {
    map: {
      toFile: (offset) => inner.toFile(outer.toFile(offset)),
      toText: (place) => outer.toText(inner.toText(place)),
    },
  };
}

function keysOf(search: Search, object: MapNode, path: readonly PathSegment[]): void {
  const { source } = search;
  const data = findMapEntry(object, 'data')?.value;
  if (data?.type !== 'map') return;
  for (const { key, value: node, borrowed } of data.entries) {
    const role = kataConfigRole(key.text);
    if (role === undefined || node.type !== 'scalar' || borrowed || node.borrowed || node.unknown) continue;
    if (typeof node.value !== 'string') continue;
    if (isExhausted(search)) return;
    search.files += 1;
    search.characters += node.value.length;
    if (!looksLikeKataConfig(node.value, key.text)) continue;
    const map = mapScalar(source, node);
    search.found.push({
      path: [...path, 'data', key.text],
      name: key.text,
      role,
      node,
      encoding: 'plain',
      text: node.value,
      ...(map === undefined ? {} : { map }),
      encode: (text) => text,
      encodePart: (part) => partOfScalar(part, source[node.start] ?? '', node),
      object,
    });
  }
}

/** Writes a text without line breaks as a part of a scalar. */
function partOfScalar(part: string, quote: string, { style }: ScalarNode): string | undefined {
  if (/[\r\n]/.test(part)) return undefined;
  if (style === 'block') return part;
  if (style === 'plain') return undefined;
  return quote === "'" ? part.replaceAll("'", "''") : JSON.stringify(part).slice(1, -1);
}

/** Returns the configuration file at a path of a document. */
export function findEmbeddedKataConfig(
  document: YamlDocument,
  path: readonly PathSegment[],
): EmbeddedKataConfig | undefined {
  return listEmbeddedKataConfigs(document).find(
    (file) => file.path.length === path.length && file.path.every((step, index) => step === path[index]),
  );
}
