/**
 * Finds credentials in any text by an adjacent name: in `name: value`, in pairs of a name field and a value field, in
 * tuples, and in sentences.
 */
import { isCredentialKey, isDistinctive, isHarmlessValue, isHeader, isProse } from './credentialNames.ts';
import { endOfLine, valueFrom, type FoundValue, type Reach } from './readValue.ts';

/** A value with the name next to it. */
export interface NamedValue extends FoundValue {
  readonly key: string;
}

/**
 * Matches `name:` and `name=` with or without quotes, including escaped ones. A match starts where a name starts, so
 * that long words aren't scanned repeatedly.
 */
const assignment =
  /(?<![\w./-])([\w./-]{1,200})((?:\\{0,15}["'`])?)\]?(?:\.{3,60})?\s{0,20}(:=|=>|==|->|：|;s:\d{1,6}:|:(?!:[A-Za-z_])|=)(?:(?<==>)\s{1,20}(?=string\()|[ \t]{0,200})/g;
/** Matches the arrow before a changed value, as in `"old" -> "new"`. */
const became = /\\{0,15}["'`]?\s{0,3}(?:->|=>|→)\s{0,3}/y;
/** Matches names of several words. */
const words =
  /\b((?:(?:aws )?secret )?access key|api key|private key|account key|client secret|shared (?:access )?key|unseal key(?: \d)?|pre-?shared key|(?:sas|access|refresh|bearer|session) token)["']?\s{0,3}(?:[:=]|\bis\b)[ \t]{0,5}/gi;
/** Matches `name: PASSWORD`, whose value is in an adjacent field. */
const naming =
  /\b(?:name|key|variable|var|env|header|field|property|attribute|param(?:eter)?|setting|option)(?:\\{0,15}["'])?\s{0,5}(?:=>|[:=])\s{0,5}(?:[A-Za-z]{1,12}\()?(?:\\{0,15}["'])?([\w./-]{1,100})/gi;
const valueField =
  /\b(?:value|val|v|data|content|string_?value|default)(?:\\{0,15}["'])?\s{0,5}(?:=>|[:=])[ \t]{0,20}/gi;
/** Matches `("PASSWORD", "x")` and `{PASSWORD x}`. */
const tuple = /[({[]\s{0,3}((?:\\{0,15}["'`])?)([\w./-]{1,100})\1(\s{0,3},\s{0,3}|[ \t])(?=\S)/g;
/** Matches `the password is x`, `password "x"`, and `password x` in a .netrc file. */
const sentence =
  /\b(?:password|passphrase|passwd|passcode|identified by|psk)(?: (?:is|was|to|of|set to|changed to))? {1,3}(?=(["'`])|(\S))/gi;
const element = /<([\w:.-]{1,100})(?: [^<>]{0,500})?>((?:<!\[CDATA\[)?[^<]{1,20000})(?=<\/|\]\])/g;

/** Matches `using "x" as the password`. */
const asOne =
  /(["'`])([^\s"'`]{4,300})\1 as (?:an? |the |its |your )?(?:\w{1,20} )?(?:password|passphrase|token|secret|credential)\b/gi;
/** Matches the Rust constructor `Token("x")`. */
const constructor = /\b((?:\w{1,40})?(?:Token|Password|ApiKey|Passphrase|PrivateKey))\((?=")/g;
/** Matches `variable "db_password" { default = "x" }`. */
const declared = /\b(?:variable|output|parameter|local)\s{1,3}"([\w.-]{1,100})"\s{0,3}\{/g;

/** Returns all values in a text that are next to the name of a credential. */
export function* namedIn(text: string): Generator<NamedValue> {
  yield* assigned(text);
  yield* wordy(text);
  yield* beside(text);
  yield* inTuples(text);
  yield* inSentences(text);
  yield* inCode(text);
  yield* inElements(text);
}

function* assigned(text: string): Generator<NamedValue> {
  const names = new RegExp(assignment);
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    const [, key = '', mark = '', sign = ''] = found;
    if (!isCredentialKey(key) && !isHeader(key)) continue;
    const value = valueFrom(text, names.lastIndex, reachOf(text, found.index, mark, sign, key));
    if (value === undefined || !isValue(key, value.value)) continue;
    // A string that starts with the name, such as `"PASSWORD=two words"`, ends with its quotation mark.
    const opening = /\\{0,15}["'`]$/.exec(text.slice(Math.max(0, found.index - 16), found.index))?.[0];
    const whole =
      mark === '' && sign === '=' && opening !== undefined
        ? valueFrom(text, found.index - opening.length, 'line')
        : undefined;
    const to = whole !== undefined && whole.to > value.to && text[value.from - 1] === '=' ? whole.to : value.to;
    yield { key, from: value.from, to, value: text.slice(value.from, to) };
    names.lastIndex = Math.max(names.lastIndex, to);
    became.lastIndex = to;
    const next = became.exec(text) === null ? undefined : valueFrom(text, became.lastIndex, 'word');
    if (next !== undefined && !isHarmlessValue(key, next.value)) yield { ...next, key };
  }
}

function reachOf(text: string, at: number, mark: string, sign: string, key: string): Reach {
  const before = beginningOfLine(text, at);
  const isFirst = before !== undefined && /^[\s+>#*|-]*["']?(?:export |set )?$/.test(before);
  if (isHeader(key)) return 'line';
  if (sign === ':' && isFirst) return 'line';
  if (sign === '=' && isFirst && mark === '') return 'phrase';
  return sign === ':' && mark === '' ? 'phrase' : 'word';
}

/** Returns the line up to a position, or undefined if the line starts too far away. */
function beginningOfLine(text: string, at: number): string | undefined {
  const near = text.slice(Math.max(0, at - 200), at);
  const line = near.lastIndexOf('\n') + 1;
  return line > 0 || at <= 200 ? near.slice(line) : undefined;
}

/** Returns whether a text is a value, and not prose about one. */
function isValue(key: string, value: string): boolean {
  return !isProse(key, value) && !(/secrets?$/i.test(key) && /^[a-z0-9.-]+ (?:not|is|was|has|in|for)\b/.test(value));
}

function* wordy(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(words)) {
    const key = (found[1] ?? '').replaceAll(' ', '_');
    const value = valueFrom(text, found.index + found[0].length, 'phrase');
    if (value !== undefined && isValue(key, value.value)) yield { ...value, key };
  }
}

function* beside(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(naming)) {
    const key = found[1] ?? '';
    if (!isCredentialKey(key)) continue;
    const [from, to] = groupAround(text, found.index, found.index + found[0].length);
    const group = text.slice(from, to);
    const nearest = [...group.matchAll(valueField)]
      .filter(({ index }) => from + index < found.index || from + index >= found.index + found[0].length)
      .toSorted(
        (one, other) => Math.abs(from + one.index - found.index) - Math.abs(from + other.index - found.index),
      )[0];
    if (nearest === undefined) continue;
    const value = valueFrom(text, from + nearest.index + nearest[0].length, 'phrase');
    if (value !== undefined && isValue(key, value.value)) yield { ...value, key };
  }
}

/** Returns the range of the brackets around a position, or of the adjacent lines. */
function groupAround(text: string, at: number, end: number): readonly [from: number, to: number] {
  const least = Math.max(0, at - 600);
  let depth = 0;
  for (let from = at - 1; from >= least; from -= 1) {
    const sign = text[from] ?? '';
    if (')]}>'.includes(sign)) depth += 1;
    else if ('([{<'.includes(sign)) depth -= 1;
    if (depth < 0) return [from, closingAfter(text, end)];
  }
  return itemAround(text, at, end);
}

/**
 * Returns the range of the list item around a position. An item starts with a dash. If there is no item, returns the
 * range of the adjacent lines.
 */
function itemAround(text: string, at: number, end: number): readonly [from: number, to: number] {
  const least = Math.max(0, at - 600);
  let from = text.lastIndexOf('\n', at - 1) + 1;
  for (let count = 0; count < 6 && from > least && !/^\s*- /.test(text.slice(from, at)); count += 1) {
    const before = text.lastIndexOf('\n', from - 2) + 1;
    if (count > 0 && !/^\s*- /m.test(text.slice(least, from))) break;
    from = Math.max(least, before);
  }
  let to = endOfLine(text, end);
  for (let count = 0; count < 4 && to < text.length && !/^\s*- /.test(text.slice(to + 1, to + 100)); count += 1)
    to = endOfLine(text, to + 1);
  return [Math.max(from, least), to];
}

function closingAfter(text: string, from: number): number {
  let depth = 0;
  for (let to = from; to < Math.min(text.length, from + 2500); to += 1) {
    const sign = text[to] ?? '';
    if ('([{<'.includes(sign)) depth += 1;
    else if (')]}>'.includes(sign)) depth -= 1;
    if (depth < 0) return to;
  }
  return Math.min(text.length, from + 2500);
}

function* inTuples(text: string): Generator<NamedValue> {
  const begins = new RegExp(tuple);
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const [all, mark = '', key = '', between = ''] = found;
    // Unquoted text in parentheses is usually prose.
    const isBare = mark === '' && !(all.startsWith('{') && (/[A-Z_]/.test(key) || between.includes(',')));
    if (isBare || (between.trim() === '' && mark !== '') || !isCredentialKey(key)) continue;
    const value = valueFrom(text, begins.lastIndex, 'phrase');
    if (value !== undefined && isValue(key, value.value)) yield { ...value, key };
  }
}

function* inSentences(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(sentence)) {
    const isQuoted = found[1] !== undefined;
    const line = beginningOfLine(text, found.index) ?? 'far';
    const says = / (?:is|was|to|of) /.test(found[0]);
    // `password x` without other punctuation is a value only in a .netrc file.
    if (!isQuoted && !says && !/(?:^|\s)(?:login|user|username|machine)\s+\S+\s{1,5}$/.test(line) && line.trim() !== '')
      continue;
    const value = valueFrom(text, found.index + found[0].length, 'word');
    if (
      value !== undefined &&
      value.value.length > 3 &&
      isValue('password', value.value) &&
      !/^(?:for|from|of|in|to|is|was|and|or|file|that|by|with|must|does)$/.test(value.value)
    )
      yield { ...value, key: 'password' };
  }
}

function* inCode(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(asOne)) {
    const value = found[2] ?? '';
    if (isValue('password', value))
      yield { key: 'password', from: found.index + 1, to: found.index + 1 + value.length, value };
  }
  for (const found of text.matchAll(constructor)) {
    const value = valueFrom(text, found.index + found[0].length, 'word');
    if (value !== undefined && value.value.length > 7 && isDistinctive(value.value))
      yield { ...value, key: found[1] ?? 'token' };
  }
  for (const found of text.matchAll(declared)) {
    const key = found[1] ?? '';
    const from = found.index + found[0].length;
    const field = isCredentialKey(key)
      ? /\b(?:default|value)\s{0,9}=\s{0,9}/.exec(text.slice(from, closingAfter(text, from)))
      : null;
    const value = field === null ? undefined : valueFrom(text, from + field.index + field[0].length, 'word');
    if (value !== undefined && isValue(key, value.value)) yield { ...value, key };
  }
}

function* inElements(text: string): Generator<NamedValue> {
  if (!text.includes('</') && !text.includes(']]')) return;
  for (const found of text.matchAll(element)) {
    const [all, key = '', value = ''] = found;
    const to = found.index + all.length;
    if (isCredentialKey(key) && !isHarmlessValue(key, value)) yield { key, from: to - value.length, to, value };
  }
}
