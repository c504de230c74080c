/**
 * Determines which paths of an object a patch or a replacement writes. A path is a JSON pointer. Follows RFC 6902 and
 * kubernetes-sigs/kustomize@12f9e639 (api/types/replacement.go, kyaml/utils/pathsplitter.go).
 */
import { findMapEntry, getYamlString, type MapNode, type PathSegment, type YamlNode } from '../../yaml/node.ts';

/** Maximum number of paths that a patch writes. For a longer patch, the paths are unknown. */
const maxPaths = 60;
/** Maximum length of a path in characters. */
const maxPath = 400;

/** Returns the JSON pointer of a path. */
export function toPointer(path: readonly PathSegment[]): string {
  return path.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

function escapeSegment(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

/** Returns whether a text might be a JSON patch: a list of operations. This quick check avoids parsing other files. */
export function mayBeJsonPatch(text: string): boolean {
  return /^\uFEFF?(?:\s|#[^\n]*\n|---[^\n]*\n)*(?:-\s|\[)/.test(text.slice(0, 2000)) && /\bop["']?[ \t]*:/.test(text);
}

/** Returns the paths that a JSON patch writes. Returns undefined if the document isn't a JSON patch. */
export function jsonPatchPaths(root: YamlNode | undefined): readonly string[] | undefined {
  if (root?.type !== 'seq') return undefined;
  const paths: string[] = [];
  for (const item of root.items) {
    const operation = getYamlString(item, ['op']);
    const path = getYamlString(item, ['path']);
    if (operation === undefined || path === undefined || path.length > maxPath) return undefined;
    if (operation === 'test') continue;
    paths.push(path);
    const from = operation === 'move' ? getYamlString(item, ['from']) : undefined;
    if (from !== undefined) paths.push(from);
  }
  return paths.length > maxPaths ? undefined : paths;
}

/** Fields that identify the target of a patch. A patch doesn't write them. */
const identity = new Set(['/apiVersion', '/kind', '/metadata/name', '/metadata/namespace']);

/**
 * Returns the paths that a strategic merge patch writes: its scalars and lists. Returns undefined if there are too
 * many, or if one is unknown.
 */
export function mergePatchPaths(root: MapNode, most: number = maxPaths): readonly string[] | undefined {
  const paths: string[] = [];
  const visit = (node: YamlNode, at: string): boolean => {
    if (paths.length > most || at.length > maxPath) return false;
    if (node.type !== 'map' || findMapEntry(node, '$patch') !== undefined) {
      if (!identity.has(at)) paths.push(at);
      return true;
    }
    return node.entries.every(({ key, value }) => !key.unknown && visit(value, `${at}/${escapeSegment(key.text)}`));
  };
  return visit(root, '') && paths.length <= most ? paths : undefined;
}

/**
 * Converts the field path of a replacement, such as `data.AWS_REGION` or `spec.containers.[name=a].image`, to a JSON
 * pointer. The pointer ends before the first list item.
 */
export function fieldPathPointer(text: string): string {
  const segments: string[] = [];
  for (const [, part = ''] of text.slice(0, maxPath).matchAll(/((?:\[[^\]]*\]|\\.|[^.\\])+)/g)) {
    const bracketed = /^\[([^=\]]*)\]$/.exec(part)?.[1];
    const segment = bracketed ?? part.replaceAll(/\\(.)/g, '$1');
    if (segment === '*' || (bracketed === undefined && part.startsWith('['))) break;
    segments.push(segment);
  }
  return toPointer(segments);
}

/** Returns whether one of the written paths is this path or contains it. */
export function isWritten(written: readonly string[], pointer: string): boolean {
  return written.some((one) => pointer === one || pointer.startsWith(`${one}/`));
}
