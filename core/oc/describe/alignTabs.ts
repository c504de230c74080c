/**
 * Aligns the cells of a text that are separated by tabs, with the same result as kubectl. A column consists of the
 * cells of consecutive lines, so each column has its own width. Source: Go, text/tabwriter with a minimum width of 0, a
 * padding of two spaces, and no flags.
 */

const padding = 2;
/** Maximum number of columns. More tabs come from a value, and stay in the last cell. */
const mostColumns = 50;
/**
 * Maximum number of spaces. A single long cell makes all cells of its column as wide, so that a small text could become
 * too large for the memory. After that, cells aren't aligned.
 */
const mostSpaces = 2_000_000;

interface Cell {
  readonly text: string;
  /** Number of characters. */
  readonly width: number;
}

/** The aligned lines, and the number of spaces that can be added. */
interface Output {
  readonly lines: string[];
  spaces: number;
}

/** Returns the text with spaces instead of tabs. */
export function alignTabs(text: string): string {
  const lines = text.split('\n').map((line) => cellsOf(line).map((cell) => ({ text: cell, width: widthOf(cell) })));
  const output: Output = { lines: [], spaces: mostSpaces };
  align(lines, 0, lines.length, [], output);
  return output.lines.join('\n');
}

/** Aligns the lines from `from` to `to`. The widths of the columns to the left are known. */
function align(
  lines: readonly (readonly Cell[])[],
  from: number,
  to: number,
  widths: readonly number[],
  output: Output,
): void {
  const column = widths.length;
  // The last cell of a line belongs to no column.
  const hasCell = (line: number): boolean => column < (lines[line]?.length ?? 0) - 1;
  let written = from;
  for (let line = from; line < to; line += 1) {
    if (!hasCell(line)) continue;
    write(lines, written, line, widths, output);
    const start = line;
    let width = 0;
    for (; line < to && hasCell(line); line += 1)
      width = Math.max(width, (lines[line]?.[column]?.width ?? 0) + padding);
    align(lines, start, line, [...widths, width], output);
    written = line;
  }
  write(lines, written, to, widths, output);
}

function write(
  lines: readonly (readonly Cell[])[],
  from: number,
  to: number,
  widths: readonly number[],
  output: Output,
): void {
  for (const line of lines.slice(from, to)) {
    const cells = line.map(({ text, width }, column) => {
      const wanted = Math.max(0, (widths[column] ?? 0) - width);
      const spaces = wanted <= output.spaces ? wanted : Math.min(wanted, padding);
      output.spaces -= spaces;
      return `${text}${' '.repeat(spaces)}`;
    });
    output.lines.push(cells.join(''));
  }
}

function cellsOf(line: string): readonly string[] {
  const cells = line.split('\t');
  return cells.length <= mostColumns
    ? cells
    : [...cells.slice(0, mostColumns - 1), cells.slice(mostColumns - 1).join('\t')];
}

function widthOf(text: string): number {
  return Array.from(text).length;
}
