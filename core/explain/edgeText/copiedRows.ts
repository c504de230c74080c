/**
 * Reads rows of the status table that were copied from the documentation or from Markdown: each cell on its own line or
 * between tabs or bars, with or without the headings above. Several rows can share the phase in the first row. The
 * column 可否调度 has no values in the documentation, so it isn't read.
 */
import type { EdgeStatus } from '../../edge/table/decodeEdge.ts';
import { wildcard, type EdgeResource } from '../../edge/table/edgePair.ts';
import { edgePairs, findCondition, findPhase } from '../../edge/table/vocabulary.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { consoleRows } from '../edgePairsInText.ts';
import { resourceOfHeading } from './resourceWords.ts';

export interface CopiedRow extends TextRange {
  readonly status: EdgeStatus;
  readonly resource?: EdgeResource;
}

interface Cell extends TextRange {
  readonly text: string;
}

/** Maximum number of cells and rows. */
const mostCells = 20_000;
const most = 500;

/** Returns the rows in text order. A table starts with a phase followed by a condition. */
export function copiedRowsIn(text: string): readonly CopiedRow[] {
  const cells = cellsOf(text);
  const found: CopiedRow[] = [];
  let heading: EdgeResource | undefined;
  let phase: Cell | undefined;
  for (const [index, cell] of cells.entries()) {
    const resource = resourceOfHeading(cell.text);
    if (resource !== undefined) [heading, phase] = [resource, undefined];
    const next = cells[index + 1];
    if (isPhase(cell.text) && next !== undefined && isCondition(next.text)) phase = cell;
    const before = cells[index - 1];
    if (phase === undefined || !isCondition(cell.text) || found.length >= most) continue;
    const isFirst = before === phase;
    const label = cells[index + 1];
    const status = { phase: phase.text, conditions: [cell.text] };
    const owner = ownerOf(status, heading, label?.text ?? '');
    // A row without a phase counts only if it contains the console text for the pair. Otherwise, it might be any text.
    if (!isFirst && !hasLabel(status, label?.text ?? '')) continue;
    found.push({
      status,
      start: isFirst ? phase.start : cell.start,
      end: label !== undefined && hasLabel(status, label.text) ? label.end : cell.end,
      ...(owner === undefined ? {} : { resource: owner }),
    });
  }
  return found;
}

/** Returns the cells of a text: the lines, or the parts between tabs and bars. Omits empty cells. */
function cellsOf(text: string): readonly Cell[] {
  const cells: Cell[] = [];
  for (const match of text.matchAll(/[^\n\t|]+/g)) {
    const own = match[0].trim();
    if (own === '' || /^:?-+:?$/.test(own)) continue;
    const start = match.index + match[0].length - match[0].trimStart().length;
    cells.push({ text: own, start, end: start + own.length });
    if (cells.length >= mostCells) break;
  }
  return cells;
}

function isPhase(text: string): boolean {
  return text !== wildcard && text.length < 20 && findPhase(text).known;
}

function isCondition(text: string): boolean {
  return text !== wildcard && text.length < 40 && findCondition(text).known;
}

/** Returns whether the table has a row with this phase, condition, and console text. */
function hasLabel({ phase, conditions }: EdgeStatus, label: string): boolean {
  return rowsWithLabel({ phase, conditions }, label).length > 0;
}

function rowsWithLabel({ phase, conditions }: EdgeStatus, label: string): readonly EdgeResource[] {
  const [condition = ''] = conditions;
  const [word, reason] = [findPhase(phase).word, findCondition(condition).word];
  return consoleRows(label).flatMap((row) => (row.phase === word && row.condition === reason ? [row.resource] : []));
}

/** Returns the resource kind in the heading, or else the only kind that has a row with this console text. */
function ownerOf(status: EdgeStatus, heading: EdgeResource | undefined, label: string): EdgeResource | undefined {
  const [word, reason] = [findPhase(status.phase).word, findCondition(status.conditions[0] ?? '').word];
  const owners = edgePairs.filter(({ phase, condition }) => phase === word && condition === reason);
  if (heading !== undefined && owners.some(({ resource }) => resource === heading)) return heading;
  const [only, ...others] = rowsWithLabel(status, label);
  return others.length === 0 ? only : undefined;
}
