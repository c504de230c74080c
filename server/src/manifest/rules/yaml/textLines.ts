/**
 * The lines of a text that perhaps cannot be read, and which of them stand in a block of text (`|`, `>`): told by
 * indentation, as the reader does.
 */

/** A line without its line end. */
export interface TextLine {
  readonly text: string;
  readonly start: number;
  /** It is a line of a block of text, or opens one: what stands in it is no YAML. */
  readonly block: boolean;
}

/** No line that opens a block is longer. */
const maxHeader = 500;
const header = /(?:^|[:-])[ \t]+(?:[!&]\S*[ \t]+){0,2}[|>][-+\d]{0,2}(?:[ \t]+#.*)?[ \t]*$/;
const dashes = /^[ \t]*(?:-[ \t]+)*/;

/** All lines of this text, in order. */
export function splitTextLines(text: string): TextLine[] {
  const out: TextLine[] = [];
  // The column that the lines of the block must be deeper than; undefined outside of blocks.
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

/** Where the key stands whose value is a block, or the dash, where it is an item. */
function columnOf(line: string): number {
  const [lead = ''] = dashes.exec(line) ?? [];
  return /[|>!&]/.test(line[lead.length] ?? '') ? lead.lastIndexOf('-') : lead.length;
}

/** The last line that is not blank stands in a block of text: what follows may have belonged to it. */
export function endsInBlock(text: string): boolean {
  return splitTextLines(text).findLast((line) => line.text.trim() !== '')?.block === true;
}
