/**
 * Finds pairs {Phase, [Conditions]} in a text, with any brackets, commas, and quotation marks, including full-width
 * ones.
 */
import type { EdgeStatus } from '../edge/table/decodeEdge.ts';
import type { EdgePair } from '../edge/table/edgePair.ts';
import { findCondition, edgePairs, findPhase } from '../edge/table/vocabulary.ts';
import type { TextRange } from '../text/parsedText.ts';

export interface FoundPair extends TextRange {
  readonly status: EdgeStatus;
}

/** Maximum number of pairs in one text. */
const most = 500;
const openers = '(（【〔「『〈《';
const closers = ')）】〕」』〉》';
const commas = '、;';
const blanks = '"\'`“”‘’＂＇。\u3000\u00a0';

/** Replaces all brackets, commas, and spaces with their ASCII forms. Keeps the length of the text. */
export function plainMarks(text: string): string {
  return text.replace(/[^\x20-\x7e\n]|["'`();]/g, (character) => {
    if (character.length > 1) return character;
    if (openers.includes(character)) return '[';
    if (closers.includes(character)) return ']';
    if (commas.includes(character)) return ',';
    if (blanks.includes(character)) return ' ';
    const code = character.charCodeAt(0);
    if (code < 0xff01 || code > 0xff5e) return character;
    const plain = String.fromCharCode(code - 0xfee0);
    return plain === ';' ? ',' : plain === '(' ? '[' : plain === ')' ? ']' : plain;
  });
}

const word = '[A-Za-z][A-Za-z0-9]{1,60}';
/**
 * Matches `{Failed, [Balance]}` and `Failed [Balance]`. `flat` matches `{Failed, Balance}`. Each part has a length
 * limit, so that matching takes linear time.
 */
const listed = new RegExp(
  `(\\{ {0,9})?(?<![A-Za-z0-9])(\\*|${word}) {0,9}[,:]? {0,9}\\[([^\\[\\]{}\\n]{0,600})\\](?: {0,9}\\})?`,
  'g',
);
const flat = new RegExp(
  `\\{ {0,9}(\\*|${word}) {0,9}[,:] {0,9}((?:\\*|${word})(?: {0,9}, {0,9}${word}){0,19}) {0,9}\\}`,
  'g',
);

/** Returns the pairs in the order of the text. A pair needs a known phase, or braces that contain only words. */
export function pairsInText(text: string): readonly FoundPair[] {
  const plain = plainMarks(text);
  const found: FoundPair[] = [];
  for (const match of plain.matchAll(listed)) {
    const [whole, brace, phase = '', list = ''] = match;
    const conditions = wordsOf(list);
    if (conditions === undefined) continue;
    // The comma before the list distinguishes a pair from a mapping key, which has a colon.
    const sure = brace !== undefined && whole.endsWith('}') && /^[^,[]*,/.test(whole);
    const known =
      findPhase(phase).known &&
      (phase !== '*' || brace !== undefined) &&
      (sure || conditions.some((one) => findCondition(one).known));
    if (sure || known)
      found.push({ status: { phase, conditions }, start: match.index, end: match.index + whole.length });
    if (found.length >= most) break;
  }
  for (const match of plain.matchAll(flat)) {
    const [whole, phase = '', list = ''] = match;
    const conditions = wordsOf(list) ?? [];
    if (phase !== '*' && findPhase(phase).known && conditions.some((one) => findCondition(one).known))
      found.push({ status: { phase, conditions }, start: match.index, end: match.index + whole.length });
    if (found.length >= most * 2) break;
  }
  return found.toSorted((one, other) => one.start - other.start).slice(0, most);
}

/** Returns the status in a line that contains only words: `Failed Balance`, `Failed/Balance`, `CrashLoopBackOff`. */
export function bareWords(line: string): EdgeStatus | undefined {
  const given = line.slice(0, 600);
  const plain = plainMarks(labelled(given) ?? cells(given) ?? given).trim();
  const words = plain.split(/[\s,:/|+&>[\]{}-]+/).filter((one) => one !== '');
  const [first, ...rest] = words;
  if (first === undefined || words.length > 10 || !words.every((one) => /^(?:\*|[A-Za-z][A-Za-z0-9]{0,60})$/.test(one)))
    return undefined;
  if (first !== '*' && findPhase(first).known && rest.every((one) => findCondition(one).known))
    return { phase: first, conditions: rest };
  return first !== '*' && words.every((one) => findCondition(one).known)
    ? { phase: '*', conditions: words }
    : undefined;
}

/** Returns the status if the text consists of two lines with labels: a phase and conditions. */
export function labelledLines(lines: readonly string[]): EdgeStatus | undefined {
  const [first = '', second = '', ...others] = lines.map((line) => line.trim()).filter((line) => line !== '');
  const both = `${first}, ${second}`;
  return others.length === 0 && second !== '' && labelled(both) !== undefined ? bareWords(both) : undefined;
}

/** Returns the values in `Phase: Failed, Conditions: Balance` without the labels. */
function labelled(line: string): string | undefined {
  const found =
    /^\W{0,9}(?:Status\.)?Phase["'”]? {0,9}[:：=] {0,9}(.{1,80}?)[\s,;，；、]{1,9}["'“]?(?:Status\.)?Conditions?(?:\.Type)?["'”]? {0,9}[:：=](.{1,400})$/.exec(
      line,
    );
  return found === null ? undefined : `${found[1]} ${found[2]}`;
}

/**
 * Returns the phase and condition of a row of the documented table, copied from a browser (with tabs) or from Markdown.
 * These two cells must come first. The other cells aren't checked.
 */
function cells(line: string): string | undefined {
  const [phase = '', conditions = '', ...others] = line
    .split(/[\t|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const known =
    phase !== '*' && findPhase(phase).known && conditions.split(/[\s,，、]+/).every((one) => findCondition(one).known);
  return known && others.length > 0 ? `${phase} ${conditions}` : undefined;
}

/** Returns the status pairs that the console displays as this line in Chinese. */
export function consoleRows(line: string): readonly EdgePair[] {
  const plain = line.slice(0, 100).trim().replaceAll('（', '(').replaceAll('）', ')');
  return edgePairs.filter(({ console }) => console.zh === plain);
}

function wordsOf(list: string): readonly string[] | undefined {
  const words = list
    .split(/[,\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return words.length <= 40 && words.every((one) => /^(?:\*|[A-Za-z][A-Za-z0-9]{0,60})$/.test(one)) ? words : undefined;
}
