/** Fixes an equals sign after a known field that should be a colon, such as `logLevel = debug`. */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import { findField, type KindKnowledge } from '#core/kinds/field.ts';
import type { YamlNode, PathSegment } from '#server/engine/yaml/node.ts';
import { parseByLibrary } from '#server/engine/yaml/parse/parse.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import type { Edit } from '#server/engine/findings/rule.ts';
import { splitTextLines, type TextLine } from './textLines.ts';

const line = /(^|[\r\n])([ \t]*(?:- )?)([A-Za-z][\w.-]*)([ \t]*=[ \t]*)(?=[^\s=])/g;

/** Returns the edits that replace the equals sign after each known field in a range with a colon. */
export function colonEdits(text: string, { fields }: KindKnowledge, from = 0, to: number = text.length): Edit[] {
  const known = new Set(Object.keys(fields).map((path) => path.slice(path.lastIndexOf('.') + 1)));
  const ofData = (key: string) =>
    ['data', 'stringData'].some((section) => findField(fields, [section, key]) !== undefined);
  return [...text.slice(from, to).matchAll(line)].flatMap(
    ({ index, 1: before = '', 2: blanks = '', 3: key = '', 4: sign = '' }): Edit[] => {
      const start = from + index + before.length + blanks.length + key.length;
      return known.has(key) || ofData(key) ? [{ start, end: start + sign.length, text: ': ' }] : [];
    },
  );
}

/** A document that can be parsed after its equals signs are replaced. */
export interface WithColons {
  readonly edits: readonly Edit[];
  readonly fixed: string;
  /** False if any of the lines might be intended as text. */
  readonly sure: boolean;
}

/**
 * Replaces equals signs with colons where the result is a known field of the kind. Returns undefined if there are none,
 * or if the document still can't be parsed.
 */
export function withColons(text: string, kind: KindKnowledge): WithColons | undefined {
  const lines = splitTextLines(text);
  const candidates = outsideBlocks(lines, colonEdits(text, kind));
  const edits = candidates.length === 0 ? [] : fieldsAmong(text, candidates, kind);
  const fixed = applyEdits(text, edits);
  if (edits.length === 0 || parseByLibrary(fixed).problems.length > 0) return undefined;
  return { edits, fixed, sure: !followsBlock(lines, edits) };
}

function outsideBlocks(lines: readonly TextLine[], edits: readonly Edit[]): Edit[] {
  const blocks = new Set(lines.filter(({ block }) => block).map(({ start }) => start));
  return edits.filter((edit) => !blocks.has(lineOf(lines, edit).start));
}

function lineOf(lines: readonly TextLine[], { start }: Edit): { readonly start: number } {
  const behind = findFirstIndex(lines.length, (index) => (lines[index]?.start ?? Infinity) > start);
  return lines[Math.max(0, behind - 1)] ?? { start: 0 };
}

/**
 * Returns whether an edited line directly follows a block scalar. The line might then belong to the block scalar and
 * have lost its indentation.
 */
function followsBlock(lines: readonly TextLine[], edits: readonly Edit[]): boolean {
  const edited = new Set(edits.map((edit) => lineOf(lines, edit).start));
  let isBehindBlock = false;
  for (const { text, start, block } of lines) {
    if (edited.has(start) && isBehindBlock) return true;
    // For consecutive edited lines, the line before the first one matters.
    if (text.trim() !== '' && !edited.has(start)) isBehindBlock = block;
  }
  return false;
}

/**
 * Returns the edits that result in a field of the kind at this position. Other edits would affect values or unknown
 * fields.
 */
function fieldsAmong(text: string, edits: readonly Edit[], { fields }: KindKnowledge): Edit[] {
  const { root } = parseByLibrary(applyEdits(text, edits));
  const keyEnds = new Set<number>();
  const visit = (node: YamlNode, path: readonly PathSegment[]): void => {
    if (node.type === 'seq') node.items.forEach((item, index) => visit(item, [...path, index]));
    if (node.type !== 'map') return;
    for (const { key, value, borrowed } of node.entries) {
      const own = [...path, key.text];
      if (!borrowed && findField(fields, own) !== undefined) keyEnds.add(key.end);
      visit(value, own);
    }
  };
  if (root !== undefined) visit(root, []);
  let moved = 0;
  return edits.filter((edit) => {
    const end = edit.start + moved;
    moved += edit.text.length - (edit.end - edit.start);
    return keyEnds.has(end);
  });
}
