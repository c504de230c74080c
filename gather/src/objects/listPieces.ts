/**
 * Splits a list of objects, as `oc` writes it, into pieces that are parsed one after another. The parser requires
 * hundreds of bytes per structure character.
 */

/** A part of a list. */
interface Piece {
  /** A YAML sequence with its original indentation. */
  readonly text: string;
  /** First line number, starting at 0. */
  readonly line: number;
}

export interface ListPieces {
  /** The text before and after the items. */
  readonly frame: string;
  readonly pieces: readonly Piece[];
}

/** Matches structure characters. Each can create a node. */
const mark = /[\n,:[{]|[?-] /g;

/** Counts structure characters, up to `most`. */
export function countParts(text: string, most: number): number {
  mark.lastIndex = 0;
  let count = 0;
  while (count < most && mark.test(text)) count += 1;
  return count;
}

/**
 * Splits a list in the format of `oc`: one document with an unindented `items` key and each item on separate lines.
 * Returns undefined for other formats. For a text that only looks like this format, such as a multiline string, the
 * pieces aren't valid YAML.
 * @param partsOfPiece number of structure characters after which a piece ends before the next item
 */
export function listPieces(text: string, partsOfPiece: number): ListPieces | undefined {
  const begin = /^items:[ \t]*\r?\n/m.exec(text);
  if (begin === null) return undefined;
  const first = begin.index + begin[0].length;
  const indent = /^ {0,20}(?=-[ \r\n])/.exec(text.slice(first, first + 30))?.[0];
  if (indent === undefined) return undefined;
  const pieces: Piece[] = [];
  const line = countLines(text, 0, first);
  let [pieceStart, pieceLine, parts, at, index] = [first, line, 0, first, line];
  const cut = (end: number): void => {
    if (end > pieceStart) pieces.push({ text: text.slice(pieceStart, end), line: pieceLine });
    [pieceStart, pieceLine, parts] = [end, index, 0];
  };
  for (; at < text.length; index += 1) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const isItem =
      text[at + indent.length] === '-' &&
      text.startsWith(indent, at) &&
      /[ \r\n]/.test(text[at + indent.length + 1] ?? '\n');
    const isWithin = isItem || /[\r\n]/.test(text[at] ?? '') || text.startsWith(`${indent} `, at);
    if (!isWithin) break;
    if (isItem && parts >= partsOfPiece) cut(at);
    parts += countParts(text.slice(at, end), partsOfPiece);
    at = end;
  }
  cut(at);
  const frame = `${text.slice(0, begin.index)}${text.slice(at)}`;
  // oc never writes several documents, directives, or several lists.
  return /^(?:(?:---|\.\.\.)(?:\s|$)|%|items:)/m.test(frame.replace(/^---\r?\n/, '')) ? undefined : { frame, pieces };
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
