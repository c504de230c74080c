/**
 * Finds known values in other forms: escaped, as lists of byte values, as wrapped base64, or compressed. `formsOf`
 * already covers values that are encoded separately and in one piece.
 */
import { mayBeText, textOfBase64, type Gunzip } from '#core/redaction/encodings.ts';
import { base64Run, countBefore, wrapped } from '#core/redaction/nestedText.ts';
import type { KnownValues, Stretch } from '#core/redaction/knownValues.ts';

/** Maximum nesting depth. */
const deepest = 3;

/** Matches escapes: `\u0041`, `\x41`, `\101`, `&#65;`, `&lt;`, `%41`, `\$`, `'\''`, and an escaped line break. */
const escaped =
  /'\\''|\\(?:u([0-9a-f]{4}|\{[0-9a-f]{2,6}(?=\}))\}?|x([0-9a-f]{2})|([0-3][0-7]{2})|(\r?\n[ \t]{0,200})|([^\w\s]| ))|&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));|%([0-9a-f]{2})/gi;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const hexadecimal = /(?<![\w-])(?:0x)?[0-9a-f]{2,8}(?:[\s:,-]{1,12}(?:0x)?[0-9a-f]{2,8}(?![\w-])){2,}/gi;
const decimal = /(?<![\w.-])\d{1,3}(?:[\s,]{1,12}\d{1,3}(?![\w.-])){5,}/g;
/** Matches a line of `hexdump -C` or `xxd`: its bytes and their characters. */
const dumped =
  /^.{0,200}?(?<![\w-])[0-9a-f]{7,8}:?[ \t]{1,4}((?:[0-9a-f]{2,4}[ \t]{1,3}){1,16})[ \t]*(?:\|?(.{1,16}?)\|?)?[ \t\r]*$/gim;
const letters = /(["'])[^"'\\\n]\1(?:\s{0,20},\s{0,20}(["'])[^"'\\\n]\2){5,}/g;

/** Represents a text in another form, with the original position of each character. */
interface View {
  readonly text: string;
  readonly placeOf: (at: number) => Stretch;
}

/** Finds known values in other forms. */
export function* hiddenIn(text: string, known: KnownValues, gunzip: Gunzip): Generator<Stretch> {
  if (!known.isEmpty) yield* inViews(text, known, gunzip, { left: text.length * 8 + 1_000_000 }, 0);
}

function* inViews(
  text: string,
  known: KnownValues,
  gunzip: Gunzip,
  budget: { left: number },
  depth: number,
): Generator<Stretch> {
  for (const view of viewsOf(text)) {
    budget.left -= view.text.length;
    if (budget.left < 0) return;
    const inside = depth < deepest ? inViews(view.text, known, gunzip, budget, depth + 1) : [];
    for (const { from, to } of [...known.in(view.text), ...inside])
      yield { from: view.placeOf(from).from, to: view.placeOf(to - 1).to };
  }
  for (const runs of [base64Run, wrapped]) {
    for (const found of text.matchAll(runs)) {
      if (runs === base64Run && !mayBeText(found[0])) continue;
      const decoded = textOfBase64(found[0], gunzip);
      budget.left -= decoded?.length ?? 0;
      if (decoded === undefined || budget.left < 0) continue;
      const inside = depth < deepest ? inViews(decoded, known, gunzip, budget, depth + 1) : [];
      const isIn = known.in(decoded).next().done !== true || [...inside].length > 0;
      if (isIn) yield { from: found.index, to: found.index + found[0].length };
    }
  }
}

function* viewsOf(text: string): Generator<View> {
  const plain = withoutEscapes(text);
  if (plain !== undefined) yield plain;
  for (const found of text.matchAll(hexadecimal))
    yield ofPieces(text, piecesIn(found[0], found.index, /(?:0x)?([0-9a-f]{2})/gi), 16);
  for (const found of text.matchAll(decimal)) yield ofPieces(text, piecesIn(found[0], found.index, /(\d{1,3})/g), 10);
  for (const found of text.matchAll(letters))
    yield ofPieces(text, piecesIn(found[0], found.index, /["'](.)["']/g), undefined);
  const [bytes, signs]: [Stretch[], Stretch[]] = [[], []];
  for (const found of text.matchAll(dumped)) {
    const [all, digits = '', written = ''] = found;
    const from = found.index + all.indexOf(digits);
    bytes.push(...piecesIn(digits, from, /([0-9a-f]{2})/gi));
    const start = found.index + all.lastIndexOf(written);
    for (let at = 0; at < written.length; at += 1) signs.push({ from: start + at, to: start + at + 1 });
  }
  if (bytes.length > 0) yield ofPieces(text, bytes, 16);
  if (signs.length > 0) yield ofPieces(text, signs, undefined);
}

/** Returns the ranges of the first group of each match. */
function piecesIn(part: string, from: number, pattern: RegExp): readonly Stretch[] {
  return [...part.matchAll(pattern)].map((found) => {
    const [all, piece = ''] = found;
    const start = from + found.index + all.indexOf(piece, all.length - piece.length - 1);
    return { from: start, to: start + piece.length };
  });
}

/** Joins separate characters, written as numbers or as themselves. */
function ofPieces(text: string, pieces: readonly Stretch[], base: number | undefined): View {
  const characters = pieces.map(({ from, to }) => {
    const piece = text.slice(from, to);
    return base === undefined ? (piece[0] ?? ' ') : String.fromCharCode(Number.parseInt(piece, base) & 0xff_ff);
  });
  return { text: characters.join(''), placeOf: (at) => pieces[at] ?? { from: 0, to: 0 } };
}

/** Returns the text without escapes, or undefined if it has none. */
function withoutEscapes(text: string): View | undefined {
  const parts: string[] = [];
  // Position and length of each escape, in the new text and in the original.
  const [ours, theirs, widths, ends]: [number[], number[], number[], number[]] = [[], [], [], []];
  let [done, length] = [0, 0];
  for (const found of text.matchAll(escaped)) {
    const meant = meaningOf(found);
    parts.push(text.slice(done, found.index), meant);
    length += found.index - done;
    done = found.index + found[0].length;
    ours.push(length);
    theirs.push(found.index);
    widths.push(meant.length);
    ends.push(done);
    length += meant.length;
  }
  if (ours.length === 0) return undefined;
  parts.push(text.slice(done));
  const placeOf = (at: number): Stretch => {
    const last = countBefore(ours, at + 1) - 1;
    if (last < 0) return { from: at, to: at + 1 };
    const behind = at - (ours[last] ?? 0) - (widths[last] ?? 0);
    const end = ends[last] ?? 0;
    return behind < 0 ? { from: theirs[last] ?? 0, to: end } : { from: end + behind, to: end + behind + 1 };
  };
  return { text: parts.join(''), placeOf };
}

function meaningOf([
  all,
  unicode,
  byte,
  octal,
  lineBreak,
  sign,
  entity,
  number,
  name,
  percent,
]: RegExpExecArray): string {
  const code = unicode ?? byte ?? entity ?? percent;
  if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code.replace('{', ''), 16), 0x10_ffff));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (number !== undefined) return String.fromCodePoint(Math.min(Number(number), 0x10_ffff));
  if (lineBreak !== undefined) return '';
  return sign ?? (name === undefined ? all.slice(-1) : (entities[name.toLowerCase()] ?? all));
}
