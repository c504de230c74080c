/**
 * Renames a label key in the node selector of a KataConfig everywhere in that selector. Other YAML keys can't be
 * renamed without knowledge of the cluster.
 */
import * as l10n from '@vscode/l10n';
import type { Position, Range, TextEdit } from 'vscode-languageserver';
import { labelKeyProblem } from '#core/labels/selectorSyntax.ts';
import type { RenameRefusal, RenameTarget } from '#server/engine/languageModule.ts';
import {
  findMapEntry,
  findYamlNode,
  locateYamlNode,
  type MapNode,
  type YamlNode,
  type ScalarNode,
} from '#server/engine/yaml/node.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { parsePlainScalar } from '#server/engine/yaml/parse/plainScalar.ts';

/** Returns the label key at a position if it can be changed. */
export function prepareRename(file: OpenFile, position: Position): RenameTarget | undefined {
  const found = find(file, position);
  return found === undefined ? undefined : { range: found.rangeOf(found.under), placeholder: found.under.text };
}

/** Returns the edits that change the label key at a position. */
export function rename(file: OpenFile, position: Position, newName: string): TextEdit[] | RenameRefusal | undefined {
  const found = find(file, position);
  if (found === undefined) return undefined;
  const problem = problemOf(newName, found);
  if (problem !== undefined) return { problem };
  return newName === found.under.text ? [] : found.keys.map((key) => toEdit(key, newName, found));
}

interface LabelKey {
  /** The key at the cursor. */
  readonly under: ScalarNode;
  /** All occurrences of that key in the selector, including the one at the cursor. */
  readonly keys: readonly ScalarNode[];
  /** All keys of the selector. */
  readonly known: readonly ScalarNode[];
  /** Returns the range of a key without its quotation marks. */
  readonly rangeOf: (key: ScalarNode) => Range;
}

function find(file: OpenFile, position: Position): LabelKey | undefined {
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed?.document.mayBeKnown !== true) return undefined;
  const manifest = placed.document.manifestAt(offset - placed.start);
  const isBroken = placed.document.parsed.problems.length > 0;
  if (manifest?.kind.id !== 'KataConfig' || manifest.part === 'generator' || isBroken) return undefined;
  const known = selectorKeys(manifest.root, placed.document.text);
  const under = known?.find((key) => key === locateYamlNode(manifest.root, offset - placed.start)?.scalar);
  if (known === undefined || under === undefined || under.text === '') return undefined;
  return {
    under,
    known,
    keys: known.filter(({ text }) => text === under.text),
    rangeOf: (key) => rangeOf(key, file, placed.start),
  };
}

/**
 * Returns the label keys of the selector. Returns undefined if an edit would also affect other places, or if parts of
 * the selector are unknown.
 */
function selectorKeys(root: MapNode, text: string): readonly ScalarNode[] | undefined {
  const selector = findYamlNode(root, ['spec', 'kataConfigPoolSelector']);
  const [labels, expressions] = ['matchLabels', 'matchExpressions'].map((name) => findMapEntry(selector, name)?.value);
  const nodes: (YamlNode | undefined)[] = [root, findYamlNode(root, ['spec']), selector, labels, expressions];
  const keys: ScalarNode[] = [];
  // A merged map might contain the same key, which would take effect after the rename.
  if (selector === undefined || text.slice(selector.start, selector.end).includes('<<')) return undefined;
  for (const { key, borrowed } of labels?.type === 'map' ? labels.entries : []) {
    if (borrowed) return undefined;
    keys.push(key);
  }
  for (const expression of expressions?.type === 'seq' ? expressions.items : []) {
    const entry = findMapEntry(expression, 'key');
    nodes.push(expression);
    if (entry === undefined) continue;
    if (entry.borrowed || entry.value.type !== 'scalar') return undefined;
    keys.push(entry.value);
  }
  const isOnlyHere = (node: YamlNode | undefined) => node?.borrowed !== true && node?.anchored !== true;
  return nodes.every(isOnlyHere) && keys.every((key) => isOnlyHere(key) && !key.unknown && key.style !== 'block')
    ? keys
    : undefined;
}

function problemOf(newName: string, { under, known }: LabelKey): string | undefined {
  const problem = labelKeyProblem(newName);
  if (problem !== undefined) return l10n.t`Invalid label key "${newName.slice(0, 80)}": ${problem}.`;
  const isThere = newName !== under.text && known.some(({ text }) => text === newName);
  return isThere
    ? l10n.t`The selector already has the label key "${newName}". Renaming would merge two conditions.`
    : undefined;
}

function rangeOf({ start, end, style }: ScalarNode, file: OpenFile, documentStart: number): Range {
  const inside = style === 'quoted' ? 1 : 0;
  return {
    start: file.text.positionAt(documentStart + start + inside),
    end: file.text.positionAt(documentStart + end - inside),
  };
}

/**
 * Returns the edit that renames a key. If the key isn't quoted and YAML would parse the new name as a number or
 * keyword, adds quotes. Label keys require no escapes.
 */
function toEdit(key: ScalarNode, newName: string, { rangeOf: range }: LabelKey): TextEdit {
  return {
    range: range(key),
    newText:
      key.style === 'quoted' || typeof parsePlainScalar(newName) === 'string' ? newName : JSON.stringify(newName),
  };
}
