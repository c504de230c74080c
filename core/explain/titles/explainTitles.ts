/**
 * Finds row titles of the documented status table. A title above a status block belongs to the block. Other titles
 * count only if the text contains little else, because documentation has similar headings.
 */
import * as l10n from '@vscode/l10n';
import type { TextRange } from '../../text/parsedText.ts';
import { tellKata } from '../describeKata.ts';
import { linesIn } from '../textLines.ts';
import type { TextStatus } from '../textStatus.ts';
import { explainStatusRow, rowNote, rowWithTitle } from './statusRows.ts';

interface Title extends TextRange {
  readonly row: number;
  readonly text: string;
}

/** Maximum number of searched lines, and of nonempty lines between a title and its block. */
const mostLines = 20_000;
const mostBetween = 4;
/** Maximum number of characters between a title and its block, and maximum number of titles. */
const farthest = 3000;
const mostTitles = 500;

export interface TitledBlocks {
  /** The blocks, with a note about the row of their title. */
  readonly blocks: readonly TextStatus[];
  /** The titles without a block below them. */
  readonly titles: readonly TextStatus[];
  /**
   * Positions of the titles above blocks. These lines need no other explanation. Excludes titles without a block,
   * because they can also be the reason of a condition.
   */
  readonly ranges: readonly TextRange[];
}

/** Assigns titles to the status blocks below them, and explains the other titles. */
export function explainTitles(text: string, blocks: readonly TextStatus[]): TitledBlocks {
  const all = titlesIn(text);
  const owners = new Map<TextStatus, Title>();
  for (const block of blocks) {
    const title = all.findLast(({ end }) => end <= block.start);
    if (title === undefined || block.start - title.end > farthest) continue;
    const between = text.slice(title.end, block.start);
    const isNear = between.split('\n').filter((line) => line.trim() !== '').length <= mostBetween;
    const isFree = !blocks.some((other) => other.start > title.end && other.end <= block.start);
    if (isNear && isFree) owners.set(block, title);
  }
  const owned = new Set(owners.values());
  const lines = text.split('\n', mostLines).filter((line) => line.trim() !== '');
  const isTitlesOnly = lines.length <= 3 || lines.every((line) => rowWithTitle(line) !== undefined);
  const alone = isTitlesOnly ? all.filter((title) => !owned.has(title)) : [];
  return {
    blocks: blocks.map((block) => {
      const title = owners.get(block);
      return title === undefined ? block : { ...block, notes: [rowNote(title.row), ...block.notes] };
    }),
    titles: alone.map(({ row, text: title, ...place }) => {
      const { explanation, notes } = explainStatusRow(row);
      return tellKata(explanation, place, { what: l10n.t`Row in the status table`, text: title, notes });
    }),
    ranges: [...owned],
  };
}

function titlesIn(text: string): readonly Title[] {
  const found: Title[] = [];
  for (const { text: line, start, end } of linesIn(text, mostLines)) {
    const row = rowWithTitle(line);
    if (row !== undefined) found.push({ row, text: line.trim(), start, end });
    if (found.length >= mostTitles) break;
  }
  return found;
}
