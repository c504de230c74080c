/**
 * Replaces the aliases in the pieces of a long YAML document with texts, because each piece is parsed alone. Inserts
 * the values of the anchors afterwards. Supports the anchors before the value of a key or an item, as in `key: &name`.
 */
import { isJsonObject } from '#core/common/json.ts';

/** Texts that stand for an alias and for the merge key of an alias. */
const aliasMark = 'osc-alias-';
const mergeKey = 'osc-alias-merge';

/** Cancels the reading of a document that can't be divided into pieces. */
export class Indivisible extends Error {}

/** Matches a line with an anchor: the indentation, the dashes of items, the key, the anchor, and the rest. */
const anchorLine = /^( *)((?:- +)*)(["']?[\w.$/-]+["']?:[ \t]+)?&([\w-]+)[ \t]*([^\r\n]*)\r?$/gm;
/** Matches an alias as the value of a key or an item. */
const alias = /(^[ \t]*|: +|- +|[[,{] *)\*([\w-]+)(?=[ \t]*(?:[,\]}]|#|\r?$))/gm;
const merge = /(["']?)<<\1(?=:[ \t]+\[?[ \t]*\*[\w-])/g;

/** Returns whether a text might contain aliases. */
export function mayHaveAliases(text: string): boolean {
  return text.search(alias) !== -1;
}

/** The text of the value of an anchor. */
interface AnchoredText {
  /** Text on the line of the anchor. Empty if the value begins on the next line. */
  readonly inline: string;
  readonly block: string;
}

/**
 * Finds the anchors of a document by name. An anchor that is defined twice has no text.
 * @throws {Indivisible} if the document contains the texts that stand for aliases
 */
export function findAnchors(text: string): ReadonlyMap<string, (() => AnchoredText) | undefined> {
  if (text.includes(aliasMark)) throw new Indivisible();
  const anchors = new Map<string, (() => AnchoredText) | undefined>();
  for (const { 0: line, 1: spaces = '', 2: dashes = '', 3: key, 4: name = '', 5: rest = '', index } of text.matchAll(
    anchorLine,
  )) {
    const inline = rest.startsWith('#') ? '' : rest;
    // The list of a key can have the same indentation as the key.
    const allowsList = key !== undefined && inline === '';
    const indent = spaces.length + (key === undefined ? dashes.trimEnd().length - 1 : dashes.length);
    const read = () => ({ inline, block: blockAfter(text, index + line.length + 1, Math.max(indent, 0), allowsList) });
    anchors.set(name, anchors.has(name) ? undefined : read);
  }
  return anchors;
}

/** Returns the lines from an offset that are indented more, and optionally the items with the same indentation. */
function blockAfter(text: string, start: number, indent: number, allowsList: boolean): string {
  const shallower = indent === 0 ? '(?!)' : `^ {0,${indent - 1}}[^ \\r\\n#]`;
  const end = new RegExp(`${shallower}|^ {${indent}}${allowsList ? '(?!- |-\\r?$)' : ''}[^ \\r\\n#]`, 'gm');
  end.lastIndex = start;
  return text.slice(start, end.exec(text)?.index);
}

/** Replaces the aliases of a piece with texts. */
export function maskAliases(piece: string): string {
  return piece.replace(merge, mergeKey).replace(alias, `$1"${aliasMark}$2"`);
}

/** Returns the names of the anchors that a masked piece uses. */
export function listAliases(masked: string): ReadonlySet<string> {
  return new Set(Array.from(masked.matchAll(/"osc-alias-([\w-]+)"/g), ([, name = '']) => name));
}

/**
 * Returns the value of a masked piece with the values of the anchors. Values of anchors are shared, not copied, except
 * the fields of merge keys.
 * @param budget number of fields that merge keys can still copy
 * @throws {Indivisible} if merge keys copy more fields
 */
export function insertAnchors(
  value: unknown,
  anchors: ReadonlyMap<string, unknown>,
  budget: { fields: number },
): unknown {
  if (typeof value === 'string') {
    const name = value.startsWith(aliasMark) ? value.slice(aliasMark.length) : undefined;
    // The mark can also be in the text of a block scalar.
    return name !== undefined && anchors.has(name)
      ? anchors.get(name)
      : value.replaceAll(/"osc-alias-([\w-]+)"/g, '*$1').replaceAll(mergeKey, '<<');
  }
  if (Array.isArray(value)) return value.map((item: unknown) => insertAnchors(item, anchors, budget));
  if (!isJsonObject(value)) return value;
  const result = Object.create(null) as Record<string, unknown>;
  for (const source of [insertAnchors(value[mergeKey], anchors, budget)].flat())
    for (const [key, merged] of isJsonObject(source) ? Object.entries(source) : []) {
      budget.fields -= 1;
      if (budget.fields < 0) throw new Indivisible();
      // The first mapping that contains a key determines its value.
      if (!(key in result)) result[key] = merged;
    }
  for (const [key, own] of Object.entries(value))
    if (key !== mergeKey) result[key] = insertAnchors(own, anchors, budget);
  return result;
}
