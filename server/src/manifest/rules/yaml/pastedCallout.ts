/**
 * Detects a callout number that was copied from the documentation together with a quoted value, or with a key above
 * its mapping or list. Such a number makes the document invalid.
 */
import { findField, formatFieldPath, type FieldKnowledge, type FieldTable } from '#core/kinds/field.ts';
import type { Edit } from '#server/engine/findings/rule.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { locateYamlNode, type PathSegment } from '#server/engine/yaml/node.ts';
import { parseByLibrary, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { splitTextLines, type TextLine } from './textLines.ts';

/** Matches a callout number that was pasted after a quoted value. */
const callout = /^(.*["'\]}])([ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473]))[ \t]*(?:#.*)?$/;

/** Matches a key with a callout number in the place of its value. */
const keyCallout =
  /^([ ]*(?:-[ ]+)*["']?[\w./-]+["']?[ \t]*:)([ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473]))[ \t]*(?:#.*)?$/;
/** Matches a line with a key or a list item. */
const entryLine = /^[ ]*(?:-(?:[ \t]|$)|["']?[\w./-]+["']?[ \t]*:(?:[ \t]|$))/;
const noContent = /^[ \t]*(?:#|$)/;

/** Maximum length of a document. A longer document probably wasn't pasted from the documentation. */
export const maxLength = 10_000;
const maxLine = 500;
/** Maximum number of callouts in one document. */
const maxCallouts = 10;
/** Maximum number of empty lines and comments below a key. */
const maxGap = 10;

/** Returns the first problem of the parser, except for duplicate keys, which can be parsed. */
export function firstProblem(text: string): SyntaxProblem | undefined {
  return parseByLibrary(text).problems.find(({ code }) => code !== 'DUPLICATE_KEY');
}

/** Returns the callout in the line of a problem. */
export function pastedCallout(text: string, problem: SyntaxProblem): Span | undefined {
  const start = getLineStart(text, problem.start);
  const end = lineTextEnd(text, start);
  // The pattern takes quadratic time, and lines of the documentation are short.
  if (end - start > maxLine) return undefined;
  const match = callout.exec(text.slice(start, end));
  if (match === null) return undefined;
  const at = start + (match[1] ?? '').length;
  return { start: at, end: at + (match[2] ?? '').length };
}

/** A callout after a key whose mapping or list is on the next lines. */
export interface KeyCallout extends Span {
  /** False if the field might need a value in its place. */
  readonly sure: boolean;
}

/**
 * Returns the callout after a key, if the problem is in its line or in the next one. A bare number might be the value
 * of the field, so it's a callout only if the field is a mapping or list.
 */
export function calloutAfterKey(text: string, problem: SyntaxProblem, fields: FieldTable): KeyCallout | undefined {
  if (text.length > maxLength) return undefined;
  const lines = splitTextLines(text);
  const at = lines.findLastIndex(({ start }) => start <= problem.start);
  const above = lines.slice(0, Math.max(0, at)).findLastIndex((line) => !noContent.test(line.text));
  const callout = matchAfterKey(lines, at) ?? matchAfterKey(lines, above);
  const blank = callout === undefined ? undefined : withoutCallouts(text);
  if (callout === undefined || blank === undefined) return undefined;
  const path = locateYamlNode(parseByLibrary(blank).root, callout.key)?.path ?? [];
  const field = findField(fields, path);
  const isTop = path.length === 1 && path[0] !== 'apiVersion' && path[0] !== 'kind';
  const isBlock = isTop || isMappingOrList(fields, path, field?.type);
  const { start, end } = callout;
  const isBare = /^\s*\d/.test(text.slice(start, end));
  return isBare && !isBlock ? undefined : { start, end, sure: isBlock || field === undefined };
}

/** A callout after a key. */
interface AfterKey extends Span {
  /** Offset of the key. */
  readonly key: number;
}

function isMappingOrList(fields: FieldTable, path: readonly PathSegment[], type: FieldKnowledge['type']): boolean {
  if (type !== undefined) return type === 'object' || type === 'array';
  const name = formatFieldPath(path);
  return Object.keys(fields).some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[`));
}

/** Returns the callout after the key in a line, if a deeper line or a list item follows. */
function matchAfterKey(lines: readonly TextLine[], index: number): AfterKey | undefined {
  const line = lines[index];
  if (line === undefined || line.block || line.text.length > maxLine) return undefined;
  const [, key, number = ''] = keyCallout.exec(line.text) ?? [];
  const next = lines.slice(index + 1, index + 1 + maxGap).find(({ text }) => !noContent.test(text));
  if (key === undefined || next === undefined || !entryLine.test(next.text.slice(0, maxLine))) return undefined;
  const column = /^[ ]*(?:-[ ]+)*/.exec(key)?.[0].length ?? 0;
  const below = next.text.search(/[^ ]/);
  if (below < column || (below === column && !/^ *-(?:[ \t]|$)/.test(next.text))) return undefined;
  const start = line.start + key.length;
  return { start, end: start + number.length, key: line.start + column };
}

/** Returns the text with blanks for its callouts, or undefined if it has too many. */
function withoutCallouts(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const edits = splitTextLines(text).flatMap(({ text: line, start, block }, index, lines): Edit[] => {
    const match = block || line.length > maxLine ? null : callout.exec(line);
    const at = start + (match?.[1] ?? '').length;
    const span = match === null ? matchAfterKey(lines, index) : { start: at, end: at + (match[2] ?? '').length };
    return span === undefined ? [] : [{ start: span.start, end: span.end, text: ' '.repeat(span.end - span.start) }];
  });
  return edits.length > maxCallouts ? undefined : applyEdits(text, edits);
}

/**
 * Returns whether the text can be parsed without these callouts. They're definitely callouts only if nothing else is
 * wrong.
 */
export function readsWithoutCallouts(text: string): boolean {
  const rest = withoutCallouts(text);
  return rest !== undefined && firstProblem(rest) === undefined;
}

/**
 * Matches a callout after a value, or in a comment after it. The manifest was then copied together with its callouts.
 */
const anyCallout = /[ \t](?:#[ \t]*)?(?:<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473])[ \t]*$|[:-][ \t]+[^ \t#].*[ \t]1[ \t]*$/;

/** Returns whether the manifest contains callouts. */
export function hasCallouts(text: string): boolean {
  return splitTextLines(text).some(
    ({ text: line, block }) => !block && line.length <= maxLine && anyCallout.test(line),
  );
}

/** Returns the end of the line at an offset, without its line break. */
export function lineTextEnd(text: string, offset: number): number {
  const end = getLineEnd(text, offset);
  return end - (/(?:\r?\n|\r)$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0);
}
