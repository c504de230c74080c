/**
 * Finds text inside text: string literals, encoded content, lines with the same first character, and command lines in
 * URLs.
 */
import { announcesSecret } from './credentialNames.ts';
import { mayBeText, textOfBase64, textOfByteList, textOfHex, textOfPercent, type Gunzip } from './encodings.ts';
import type { Stretch } from './knownValues.ts';
import { endOfString, unescaped } from './documentNode.ts';

/** A range of a text and its decoded content. */
export interface Inner extends Stretch {
  readonly text: string;
  /** True if the content differs from the source text, so that a search of the outer text doesn't find it. */
  readonly isEncoded: boolean;
  /** Converts a position of the inner text to the outer one, if known. */
  readonly placeOf?: (at: number) => number;
}

export const base64Run = /(?<![\w+/-])[A-Za-z0-9+/_-]{16,4000000}={0,2}/g;
/** Matches base64 that is wrapped into lines of the same length. */
export const wrapped = /(?<=^|\n)([ \t]*)[A-Za-z0-9+/_-]{16,128}(?:\r?\n\1[A-Za-z0-9+/_-]{2,128})+={0,2}(?=\s|$)/g;
const percentRun = /(?:data:[\w/;=+.-]{0,100},)?([^\s"<>]{6,20000})/g;
const percentCode = /%[0-9a-f]{2}/i;
const hexRun = /(?<![\w-])(?:0x)?((?:[0-9a-f]{2}){16,1000000})(?![\w-])/gi;
const byteList =
  /[[({]\s{0,3}((?:0x[0-9a-f]{1,2}|\d{1,3})(?:[\s,]{1,4}(?:0x[0-9a-f]{1,2}|\d{1,3})){5,})[\s,]{0,4}[\])}]/gi;
const yamlLines =
  /(?:^|(?<=\n))(?:(?:[ \t]+\S|[\w"'?&*<./\\-]{1,200}[ \t]*:(?=\s|$)|[-?:][ \t]|---|#|[{}\]])[^\n]*(?:\n|$)(?:[ \t]*\n)*){2,}/g;
/**
 * Matches a line that might start with `kind`. Lines with a complete JSON object don't match, because each JSON line is
 * searched separately.
 */
const kindLine = /^[ \t]*(?:[-?{] ?){0,3}[ \t]*["']?(?:k|\\)(?![^\n]*\}[ \t]*$)/m;
const describedName = /(?<=^|\n)([\w.-]{1,200}):\r?\n-{3,5}\r?\n/g;
/**
 * Matches the end of a described value: another value, an empty line, a line that starts with a capital letter, or the
 * end of the text.
 */
const afterDescribedValue = /\n\n(?:[\w.-]{1,200}:\r?\n---|\n|[A-Z])|\n*$/g;
const longestDescribedValue = 5000;
const marked = /(?<=^|\n)(?:[+>|#@][^\n]*|-[^ \n][^\n]*)(?:\n[+\- >|#@][^\n]*)+/g;

/**
 * Returns the nested and encoded texts in a text.
 * @param isYaml whether the text was parsed as YAML
 */
export function* innerTexts(text: string, gunzip: Gunzip, isYaml: boolean): Generator<Inner> {
  yield* literals(text);
  if (!isYaml) yield* blocksOfYaml(text);
  yield* described(text);
  for (const found of text.matchAll(wrapped)) yield* decoded(found, textOfBase64(found[0], gunzip));
  for (const found of text.matchAll(base64Run))
    if (mayBeText(found[0])) yield* decoded(found, textOfBase64(found[0], gunzip));
  for (const found of text.matchAll(hexRun)) yield* decoded(found, textOfHex(found[1] ?? '', gunzip));
  for (const found of text.matchAll(byteList)) yield* decoded(found, textOfByteList(found[1] ?? ''));
  if (percentCode.test(text) || text.includes('command=')) yield* ofAddresses(text);
  // In a diff or a quotation, each line starts with the same character.
  for (const found of text.matchAll(marked))
    yield {
      ...withoutMarks(found[0], found.index),
      from: found.index,
      to: found.index + found[0].length,
      isEncoded: false,
    };
}

function withoutMarks(block: string, from: number): Pick<Inner, 'text' | 'placeOf'> {
  const text = block.replaceAll(/^[+\- >|#@]/gm, '');
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  // One character was removed from each line up to this position.
  return { text, placeOf: (at) => from + at + 1 + countBefore(breaks, at) };
}

/** Returns how many of the sorted numbers are smaller than the limit. */
export function countBefore(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* decoded(found: RegExpExecArray, text: string | undefined): Generator<Inner> {
  if (text !== undefined && text !== found[0])
    yield { from: found.index, to: found.index + found[0].length, text, isEncoded: true };
}

/** Returns string literals whose value differs from the source text because of escapes. */
function* literals(text: string): Generator<Inner> {
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const end = endOfString(text, at);
    if (end === undefined) return;
    const inner = text.slice(at + 1, end - 1);
    const value = inner.length > 5 && inner.includes('\\') ? unescaped(inner) : undefined;
    if (value !== undefined) yield { from: at, to: end, text: value, isEncoded: value.length < inner.length * 0.8 };
    // A quotation mark that doesn't end a literal can start the next one.
    at = inner.includes('\n') ? at + 1 : end;
  }
}

/** Finds lines of a log or an email that contain a Secret as YAML. */
function* blocksOfYaml(text: string): Generator<Inner> {
  if (!announcesSecret(text)) return;
  for (const found of text.matchAll(yamlLines)) {
    const block = found[0];
    const from = found.index;
    if (announcesSecret(block) && kindLine.test(block))
      yield { from, to: from + block.length, text: block, isEncoded: false, placeOf: (at) => from + at };
  }
}

/** Returns the ConfigMap data in the output of `oc describe`: a name, a separator line, and the value below it. */
function* described(text: string): Generator<Inner> {
  const names = new RegExp(describedName);
  const ends = new RegExp(afterDescribedValue);
  let to = 0;
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    const from = names.lastIndex;
    // Names without a value share the next end position. Searching for it once per name would take seconds in a long
    // file.
    if (to <= from) {
      ends.lastIndex = from + 1;
      to = ends.exec(text)?.index ?? text.length;
    }
    if (to <= from || to - from > longestDescribedValue) continue;
    yield ofDescribed(found[1] ?? '', text.slice(from, to), from);
    names.lastIndex = to;
  }
}

function ofDescribed(name: string, value: string, from: number): Inner {
  // The name determines whether the value is a credential, even if the value has several lines.
  const head = `${name}: "`;
  const to = from + value.length;
  return {
    from,
    to,
    text: `${head}${value}"`,
    isEncoded: false,
    placeOf: (at) => Math.min(Math.max(from, from + at - head.length), to),
  };
}

/**
 * Returns percent-encoded words. An `exec` request sends its command to the API server as `?command=oc&command=login`.
 */
function* ofAddresses(text: string): Generator<Inner> {
  for (const found of text.matchAll(percentRun)) {
    const [all, content = ''] = found;
    const text =
      percentCode.test(content) || content.includes('command=')
        ? textOfPercent(content)?.replaceAll(/[?&]command=/g, ' ')
        : undefined;
    const to = found.index + all.length;
    if (text !== undefined) yield { from: to - content.length, to, text, isEncoded: true };
  }
}
