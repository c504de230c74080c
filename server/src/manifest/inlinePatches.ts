/** Reads the inline patches of a kustomization, and the paths of JSON patches, with their positions in the document. */
import { shiftedMap, type TextMap } from '../engine/text/textMap.ts';
import { readTarget, type Target } from '../engine/workspace/kustomize/kustomizationFact.ts';
import { stringNode } from '../engine/yaml/keyValue.ts';
import { findYamlNode, type ScalarNode, type YamlNode } from '../engine/yaml/node.ts';
import { mapScalar } from '../engine/yaml/scalarMap.ts';
import { YamlDocument } from '../engine/yaml/yamlDocument.ts';

/** A parsed patch. */
export interface ParsedPatch {
  /** Operations of a JSON patch, or the mapping of a merge patch. */
  readonly root: YamlNode;
  readonly text: string;
  /** Maps the patch to the document that contains it. */
  readonly map: TextMap;
  /** True if fixes can insert quotes. */
  readonly takesQuotes: boolean;
}

/** A patch inside a kustomization. */
export interface InlinePatch extends ParsedPatch {
  /** Document with the text of the patch. */
  readonly document: YamlDocument;
  /** Undefined if the patch itself identifies its object. */
  readonly target: Target | undefined;
}

/** Maximum number of patches, and of operations in a patch, to read. */
const maxItems = 500;
/** Maximum length of a patch in characters. */
const maxPatch = 100_000;

/** Returns the inline patches of a kustomization that can be parsed. */
export function listInlinePatches(root: YamlNode, source: string): readonly InlinePatch[] {
  return ['patches', 'patchesJson6902', 'patchesStrategicMerge'].flatMap((field) => {
    const list = findYamlNode(root, [field]);
    const items = list?.type === 'seq' ? list.items.slice(0, maxItems) : [];
    return items.flatMap((item) => readInlinePatch(item, source) ?? []);
  });
}

function readInlinePatch(item: YamlNode, source: string): InlinePatch | undefined {
  const node = item.type === 'scalar' ? item : findYamlNode(item, ['patch']);
  if (node?.type !== 'scalar' || node.unknown || node.borrowed || typeof node.value !== 'string') return undefined;
  const text = node.value;
  // A short text without braces is the name of a file.
  const map = text.length > maxPatch || !/[\n{]/.test(text) ? undefined : mapScalar(source, node);
  if (map === undefined) return undefined;
  const document = new YamlDocument(text);
  const { root, problems } = document.parsed;
  if (root === undefined || problems.length > 0) return undefined;
  const target = findYamlNode(item, ['target']);
  return {
    root,
    text,
    document,
    map,
    takesQuotes: node.style === 'block',
    target: target === undefined ? undefined : readTarget(target),
  };
}

/** Returns the patch that a document of a patch file contains. */
export function createFilePatch(root: YamlNode, text: string): ParsedPatch {
  return { root, text, map: shiftedMap(0, text.length), takesQuotes: true };
}

/** An operation of a JSON patch. */
interface Operation {
  readonly node: YamlNode;
  /** Keys and list indexes of the path, each at its position in the patch. */
  readonly path: readonly ScalarNode[];
}

/** Returns the operations of a JSON patch whose paths are known. */
export function listOperations({ root, text }: ParsedPatch): readonly Operation[] {
  return (root.type === 'seq' ? root.items.slice(0, maxItems) : []).flatMap((node) => {
    const path = findYamlNode(node, ['path']);
    if (path?.type !== 'scalar' || typeof path.value !== 'string' || path.unknown || path.borrowed) return [];
    const map = mapScalar(text, path);
    return map === undefined ? [] : [{ node, path: readPath(path.text, map) }];
  });
}

function readPath(pointer: string, map: TextMap): readonly ScalarNode[] {
  let at = 1;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const span = { start: map.toFile(at), end: map.toFile(at + part.length) };
      at += part.length + 1;
      return stringNode(span, part.replaceAll('~1', '/').replaceAll('~0', '~'));
    });
}
