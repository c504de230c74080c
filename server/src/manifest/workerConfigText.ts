/**
 * Finds the YAML of the Node Feature Discovery worker and of its custom rules inside a NodeFeatureDiscovery, for
 * completion and hover.
 */
import { findYamlCursor, type YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { locateYamlNode, type NodeLocation, type PathSegment } from '#server/engine/yaml/node.ts';
import { parseYamlDocument } from '#server/engine/yaml/parse/parse.ts';

/** Maximum length of the configuration, in characters. */
const maxLength = 50_000;

/**
 * Returns the position in the configuration at an offset of the document. Its offsets and column are those of the
 * document. Returns undefined if the offset isn't in the configuration.
 */
export function findWorkerConfigCursor(text: string, offset: number): YamlCursor | undefined {
  const block = findBlock(text, offset);
  if (block === undefined) return undefined;
  const cursor = findYamlCursor(block.text, offset - block.start);
  return cursor === undefined
    ? undefined
    : {
        ...cursor,
        start: cursor.start + block.start,
        end: cursor.end + block.start,
        path: toConfigPath(cursor.path),
      };
}

/** Returns the field or value in the configuration at an offset of the document, with offsets of the document. */
export function locateInWorkerConfig(
  text: string,
  offset: number,
): { readonly place: NodeLocation; readonly start: number; readonly path: readonly PathSegment[] } | undefined {
  const block = findBlock(text, offset);
  const { root } = block === undefined ? { root: undefined } : parseYamlDocument(block.text);
  const place = block === undefined || root === undefined ? undefined : locateYamlNode(root, offset - block.start);
  return block === undefined || place === undefined
    ? undefined
    : { place, start: block.start, path: toConfigPath(place.path) };
}

/** Removes the key of the configuration, and replaces names of attributes with the one in the table of fields. */
function toConfigPath([, ...path]: readonly PathSegment[]): readonly PathSegment[] {
  return path.map((segment, index) => (path[index - 1] === 'matchExpressions' ? 'attribute' : segment));
}

/** Object that contains the configuration. */
const configParent = 'workerConfig';

interface ConfigBlock {
  readonly start: number;
  readonly text: string;
}

/** Key above the configuration, without its indentation. */
const parentKey = 'configData:\n';

/**
 * Returns the configuration as a mapping below its key. The lines keep their indentation, so that columns are those of
 * the document.
 */
function findBlock(text: string, offset: number): ConfigBlock | undefined {
  const head = /^([ ]*)configData:[ \t]*[|>][-+\d]*[ \t]*(?:#.*)?\r?\n/gm;
  for (const match of text.matchAll(head)) {
    const start = match.index + match[0].length;
    const indent = match[1]?.length ?? 0;
    if (start > offset) return undefined;
    const rest = text.slice(start, start + maxLength);
    const end = new RegExp(`^[ ]{0,${indent}}[^\\s]`, 'm').exec(rest)?.index ?? rest.length;
    const column = offset - (text.lastIndexOf('\n', offset - 1) + 1);
    if (offset > start + end || column <= indent) continue;
    if (parentOf(text.slice(0, match.index), indent) === configParent)
      return { start: start - parentKey.length, text: parentKey + rest.slice(0, end) };
  }
  return undefined;
}

/** Returns the key of the mapping that contains the line after these lines. */
function parentOf(before: string, indent: number): string | undefined {
  const lines = before.split('\n');
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const match = /^([ ]*)(?:- )?([\w-]+):/.exec(lines[index] ?? '');
    if (match !== null && (match[1]?.length ?? 0) < indent) return match[2];
  }
  return undefined;
}
