/** Cuts a list of objects, as `oc` writes it, into pieces that are parsed one after the other: the parser needs some hundred bytes for each mark of structure. */

/** Some items of a list. */
export interface Piece {
  /** A YAML sequence, indented as it is. */
  readonly text: string;
  /** Its first line, from 0. */
  readonly line: number;
}

export interface ListPieces {
  /** What is before and after the items. */
  readonly frame: string;
  readonly pieces: readonly Piece[];
}

/** Marks of structure: each can become a node of its own. */
const mark = /[\n,:[{]|[?-] /g;

/** Counts marks of structure, up to this number. */
export function countParts(text: string, most: number): number {
  mark.lastIndex = 0;
  let count = 0;
  while (count < most && mark.test(text)) count += 1;
  return count;
}

/**
 * Undefined: it isn't written like a list of `oc`: one document with the key `items` at the margin, each item on lines of its own. What looks so and isn't
 * (a text over several lines can hold anything) makes pieces that are no valid YAML.
 * @param partsOfPiece marks of structure after which a piece ends with the next item
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
    const isItem = text[at + indent.length] === '-' && text.startsWith(indent, at) && /[ \r\n]/.test(text[at + indent.length + 1] ?? '\n');
    const isWithin = isItem || /[\r\n]/.test(text[at] ?? '') || text.startsWith(`${indent} `, at);
    if (!isWithin) break;
    if (isItem && parts >= partsOfPiece) cut(at);
    parts += countParts(text.slice(at, end), partsOfPiece);
    at = end;
  }
  cut(at);
  const frame = `${text.slice(0, begin.index)}${text.slice(at)}`;
  // Several documents, directives, or several lists: not what oc writes.
  return /^(?:(?:---|\.\.\.)(?:\s|$)|%|items:)/m.test(frame.replace(/^---\r?\n/, '')) ? undefined : { frame, pieces };
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
