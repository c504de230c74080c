/**
 * Splits text, which might not be valid YAML, into lines, and marks the lines in block scalars (`|`, `>`). Uses the
 * indentation, like the parser.
 */

/** A line without its line break. */
export interface TextLine {
  readonly text: string;
  readonly start: number;
  /** True if the line is in a block scalar, or starts one. Its content isn't YAML. */
  readonly block: boolean;
}

/** Maximum length of a line that starts a block scalar. */
const maxHeader = 500;
const header = /(?:^|[:-])[ \t]+(?:[!&]\S*[ \t]+){0,2}[|>][-+\d]{0,2}(?:[ \t]+#.*)?[ \t]*$/;
const dashes = /^[ \t]*(?:-[ \t]+)*/;

/** Returns all lines of a text, in order. */
export function splitTextLines(text: string): TextLine[] {
  const out: TextLine[] = [];
  // Column that the lines of the block scalar must exceed. Undefined outside of block scalars.
  let column: number | undefined;
  let start = 0;
  for (const part of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    const line = part.replace(/[\r\n]+$/, '');
    const indent = line.search(/[^ \t]/);
    if (column !== undefined && indent !== -1 && indent <= column) column = undefined;
    const isText = column !== undefined;
    if (!isText && line[indent] !== '#' && line.length <= maxHeader && header.test(line)) column = columnOf(line);
    out.push({ text: line, start, block: isText || column !== undefined });
    start += part.length;
  }
  return out;
}

/** Returns the column of the key with a block scalar value, or of the dash of an item. */
function columnOf(line: string): number {
  const [lead = ''] = dashes.exec(line) ?? [];
  return /[|>!&]/.test(line[lead.length] ?? '') ? lead.lastIndexOf('-') : lead.length;
}

/**
 * Returns whether the last non-empty line is in a block scalar. If so, the text that follows might belong to the block
 * scalar.
 */
export function endsInBlock(text: string): boolean {
  return splitTextLines(text).findLast((line) => line.text.trim() !== '')?.block === true;
}
