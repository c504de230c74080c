/** Finds the line whose indentation makes a document invalid. The parser reports the value before it. */
import * as l10n from '@vscode/l10n';
import { findField, type KindKnowledge } from '#core/kinds/field.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import type { Edit, Finding, Fix } from '#server/engine/findings/rule.ts';
import { locateYamlNode, type PathSegment } from '#server/engine/yaml/node.ts';
import { parseByLibrary, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import { maxLength } from './pastedCallout.ts';
import { splitTextLines, type TextLine } from './textLines.ts';

/** Codes of parser problems that wrong indentation can cause. */
const codes: ReadonlySet<string> = new Set([
  'BLOCK_AS_IMPLICIT_KEY',
  'MULTILINE_IMPLICIT_KEY',
  'BAD_INDENT',
  'MISSING_CHAR',
]);
/** Maximum length of a line. Longer lines contain values, not mistakes of a user. */
const maxLine = 500;
const usualStep = 2;

/** A line with a key or a list item. */
interface ContentLine extends TextLine {
  /** Column of its first character. */
  readonly column: number;
  /** Column of its key, after the dashes of list items. */
  readonly keyColumn: number;
  readonly isItem: boolean;
  readonly isKey: boolean;
  /** True if a value is on the same line. */
  readonly hasValue: boolean;
  /** True if the value might continue on the next line. */
  readonly isOpen: boolean;
}

/** A line with wrong indentation. */
interface Misplaced {
  readonly line: ContentLine;
  /** True if it's deeper than the line above, which has a value. */
  readonly isDeeper: boolean;
  /** Columns of the lines that might be its neighbors. The most probable one is first. */
  readonly columns: readonly number[];
}

/** Returns the finding about the indentation, if it's the cause of the first problem. */
export function findBadIndent(
  text: string,
  [problem]: readonly SyntaxProblem[],
  kind: KindKnowledge,
): Finding | undefined {
  if (problem === undefined || !codes.has(problem.code) || text.length > maxLength) return undefined;
  const lines = splitTextLines(text)
    .filter(({ block }, index, all) => !block || all[index - 1]?.block !== true)
    .flatMap((line) => contentOf(line) ?? []);
  const misplaced = findMisplaced(
    lines,
    lines.findLastIndex(({ start }) => start <= problem.start),
  );
  if (misplaced === undefined) return undefined;
  const above = findShallow(lines, misplaced);
  if (above === undefined) return describe(misplaced, fixesOf(text, lines, misplaced, kind));
  const inward = { line: above, isDeeper: false, columns: [misplaced.line.column] };
  const fixes = fixesOf(text, lines, inward, kind);
  if (!isKnownOutside(text, lines, misplaced.line, above, kind) && fixes.some(({ sure }) => sure))
    return describe(inward, fixes);
  // Either line might be the wrong one.
  return describe(
    misplaced,
    fixesOf(text, lines, misplaced, kind).map((fix) => ({ ...fix, sure: false })),
  );
}

function describe({ line, isDeeper }: Misplaced, fixes: Fix[]): Finding {
  return {
    start: line.start + line.column,
    end: line.start + line.text.trimEnd().length,
    message: isDeeper
      ? l10n.t`This line is indented deeper than the line above, which already has a value.`
      : l10n.t`This line is indented differently from its neighbors.`,
    fixes,
  };
}

/**
 * Returns the line above a deeper line, if that line might be the wrong one because the lines before it are as deep, or
 * because the key before it has no value.
 */
function findShallow(lines: readonly ContentLine[], { line, isDeeper }: Misplaced): ContentLine | undefined {
  const index = lines.indexOf(line) - 1;
  const above = lines[index];
  const before = lines[index - 1];
  if (!isDeeper || above === undefined || before === undefined || above.isItem || above.column >= line.column)
    return undefined;
  if (before.column === above.column) return before.isKey && !before.hasValue ? above : undefined;
  const outer = lines.slice(0, index).findLastIndex(({ column }) => column <= above.column);
  return lines.slice(outer + 1, index).some(({ keyColumn }) => keyColumn === line.column) ? above : undefined;
}

const key = /^(?:"[^"\\]*"|'[^']*'|[^\s#&*!|>'"%@`{}[\],?:-][^\s#:]*|-[^\s#:]+)[ \t]*:(?:[ \t]+(.*)|)$/;

function contentOf(line: TextLine): ContentLine | undefined {
  const text = line.text.trimEnd();
  const column = text.search(/[^ ]/);
  if (column === -1 || text.length > maxLine || /^[ \t]*(?:#|---|\.\.\.|\{\{)/.test(text)) return undefined;
  const dashes = /^(?:-[ \t]+)*/.exec(text.slice(column))?.[0] ?? '';
  const keyColumn = column + dashes.length;
  const found = key.exec(text.slice(keyColumn));
  const value = found?.[1] ?? '';
  return {
    ...line,
    column,
    keyColumn,
    isItem: dashes !== '' || text.slice(column) === '-',
    isKey: found !== null,
    hasValue: found === null ? text.slice(keyColumn) !== '-' : /^[^\s#&!]/.test(value),
    isOpen: /^[[{"']/.test(value) && !/[\]}"'](?:[ \t]+#.*)?$/.test(value),
  };
}

/** An open mapping or list. */
interface Level {
  readonly column: number;
  /** True for a list that is deeper than its key. */
  readonly isList: boolean;
  /** The last line of the level. */
  line: ContentLine;
}

/** Returns the first misplaced line, if it's the line with the problem or the next one. */
function findMisplaced(lines: readonly ContentLine[], at: number): Misplaced | undefined {
  const levels: Level[] = [];
  for (const [index, line] of lines.slice(0, at + 2).entries()) {
    const closed: Level[] = [];
    for (let last = levels.at(-1); last !== undefined && isClosedBy(last, line); last = levels.at(-1)) {
      closed.unshift(last);
      levels.pop();
    }
    const above = levels.at(-1);
    const isMisplaced =
      above !== undefined &&
      above.column < line.column &&
      (line.isKey || line.isItem) &&
      (closed.length > 0 || above.line.hasValue);
    if (isMisplaced)
      return index < at || above.line.isOpen ? undefined : describeMisplaced(line, above, levels, closed);
    if (above?.column === line.column) above.line = line;
    else levels.push({ column: line.column, isList: line.isItem, line });
    if (line.isItem && line.isKey) levels.push({ column: line.keyColumn, isList: false, line });
  }
  return undefined;
}

function isClosedBy({ column, isList }: Level, line: ContentLine): boolean {
  return column > line.column || (column === line.column && isList && !line.isItem);
}

function describeMisplaced(
  line: ContentLine,
  above: Level,
  levels: readonly Level[],
  closed: readonly Level[],
): Misplaced {
  const open = levels.toReversed().map(({ column }) => column);
  const [next] = closed;
  if (next !== undefined) return { line, isDeeper: false, columns: [next.column, ...open] };
  const parent = levels.at(-2);
  const isFirst = parent !== undefined && !parent.line.hasValue;
  const step = above.column - (parent?.column ?? 0);
  // The first line below a key might be the wrong one, not the second.
  return isFirst && step !== usualStep && line.column - parent.column === usualStep && !above.line.isItem
    ? { line: above.line, isDeeper: false, columns: [line.column] }
    : { line, isDeeper: true, columns: open };
}

/**
 * Returns a fix, if one results in valid YAML. The fix is safe only if it moves a single line, and only this position
 * results in a known field. If several lines move, another line might be the wrong one. Between its neighbors, a field
 * of a pod can also be unknown, because most fields of pods aren't checked.
 */
function fixesOf(
  text: string,
  lines: readonly ContentLine[],
  { line, isDeeper, columns }: Misplaced,
  { fields, podPath }: KindKnowledge,
): Fix[] {
  const possible = columns.slice(0, maxColumns).flatMap((column) => {
    const edits = editsFor(text, lines, line, column);
    if (edits === undefined) return [];
    const path = pathAfter(text, edits, line.start + column + line.keyColumn - line.column) ?? [];
    const isInPod = podPath !== undefined && path.length > podPath.length + 2;
    return [{ edits, isInPod, isKnown: findField(fields, path) !== undefined }];
  });
  const known = possible.filter(({ isKnown }) => isKnown);
  const [best] = known.length > 0 ? known : possible;
  if (best === undefined) return [];
  const isOnly = known.length === 1 || (possible.length === 1 && !isDeeper && best.isInPod);
  return [
    { title: l10n.t`Align with the neighboring lines`, edits: best.edits, sure: isOnly && best.edits.length === 1 },
  ];
}

/** Returns whether a line or the shallower line above it is a known field if both have the same indentation. */
function isKnownOutside(
  text: string,
  lines: readonly ContentLine[],
  line: ContentLine,
  above: ContentLine,
  { fields }: KindKnowledge,
): boolean {
  const edits = editsFor(text, lines, line, above.column);
  if (edits === undefined) return false;
  return [above.start + above.keyColumn, line.start + above.column + line.keyColumn - line.column].some((offset) => {
    const path = pathAfter(text, edits, offset);
    return path !== undefined && findField(fields, path) !== undefined;
  });
}

function pathAfter(text: string, edits: readonly Edit[], offset: number): readonly PathSegment[] | undefined {
  return locateYamlNode(parseByLibrary(applyEdits(text, edits)).root, offset)?.path;
}

const maxColumns = 6;

/** Returns the edits that move a line to a column, with as few other lines as valid YAML requires. */
function editsFor(text: string, lines: readonly ContentLine[], line: ContentLine, column: number): Edit[] | undefined {
  return scopes.map((scope) => move(lines, line, column, scope)).find((tried) => parses(text, tried));
}

function parses(text: string, edits: readonly Edit[]): boolean {
  return parseByLibrary(applyEdits(text, edits)).problems.length === 0;
}

/**
 * The lines to move: only the line itself, also the more deeply indented lines below it, or also the next lines with
 * the same indentation.
 */
const scopes = ['line', 'deeper', 'same'] as const;

function move(
  lines: readonly ContentLine[],
  line: ContentLine,
  column: number,
  scope: (typeof scopes)[number],
): Edit[] {
  const others = lines.slice(lines.indexOf(line) + 1);
  const end = others.findIndex(
    (other) => scope === 'line' || other.column < line.column || (other.column === line.column && scope === 'deeper'),
  );
  const moved = [line, ...(end === -1 ? others : others.slice(0, end))];
  return moved.map((one): Edit => {
    const indent = Math.max(0, one.column + column - line.column);
    return { start: one.start, end: one.start + one.column, text: ' '.repeat(indent) };
  });
}
