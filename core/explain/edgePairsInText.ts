/**
 * Finds pairs {Phase, [Conditions]} in a text, whatever brackets, commas and quotation marks they were written with;
 * full-width ones, too.
 */
import type { EdgeStatus } from '../edge/table/decodeEdge.ts';
import type { EdgePair } from '../edge/table/edgePair.ts';
import { findCondition, edgePairs, findPhase } from '../edge/table/vocabulary.ts';
import type { TextRange } from '../text/parsedText.ts';

export interface FoundPair extends TextRange {
  readonly status: EdgeStatus;
}

/** Pairs of one text, at most. */
const most = 500;
const openers = '(（【〔「『〈《';
const closers = ')）】〕」』〉》';
const commas = '、;';
const blanks = '"\'`“”‘’＂＇。\u3000\u00a0';

/** With the usual marks in place of all others, and as long as before. */
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
 * `{Failed, [Balance]}`, `Failed [Balance]`, `{Failed, Balance}`. Every part is bounded: what does not match costs no
 * more than its length.
 */
const listed = new RegExp(
  `(\\{ {0,9})?(?<![A-Za-z0-9])(\\*|${word}) {0,9}[,:]? {0,9}\\[([^\\[\\]{}\\n]{0,600})\\](?: {0,9}\\})?`,
  'g',
);
const flat = new RegExp(
  `\\{ {0,9}(\\*|${word}) {0,9}[,:] {0,9}((?:\\*|${word})(?: {0,9}, {0,9}${word}){0,19}) {0,9}\\}`,
  'g',
);

/**
 * In the order of the text. A pair is one whose phase is known, or that has braces around it and nothing but words in
 * it.
 */
export function pairsInText(text: string): readonly FoundPair[] {
  const plain = plainMarks(text);
  const found: FoundPair[] = [];
  for (const match of plain.matchAll(listed)) {
    const [whole, brace, phase = '', list = ''] = match;
    const conditions = wordsOf(list);
    if (conditions === undefined) continue;
    // A comma before the list: keys of maps have a colon.
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

/** A line that is nothing but words: `Failed Balance`, `Failed/Balance`, `CrashLoopBackOff`. */
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

/** `Phase: Failed, Conditions: Balance`, without the names. */
function labelled(line: string): string | undefined {
  const found =
    /^\W{0,9}(?:Status\.)?Phase["'”]? {0,9}[:：=] {0,9}(.{1,80}?)[\s,;，；、]{1,9}["'“]?(?:Status\.)?Conditions?(?:\.Type)?["'”]? {0,9}[:：=](.{1,400})$/.exec(
      line,
    );
  return found === null ? undefined : `${found[1]} ${found[2]}`;
}

/**
 * A row of the table of the document, as browsers copy it (tabs) or as Markdown has it: phase and condition stand
 * first, and nothing else is asked of it.
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

/** A line that is what the console shows in Chinese: the rows that show it. */
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
