/**
 * Handles language differences in plurals and lists. Sentences are complete strings of `@vscode/l10n`, never built from
 * parts.
 */
import * as l10n from '@vscode/l10n';
import { parseTimestamp } from '../common/time.ts';

/**
 * Returns the language tag (BCP 47) of the current strings, for `Intl` and `lang` attributes. The tag is itself a
 * translated string, so it always matches them.
 */
export function getLanguageTag(): string {
  return l10n.t({
    message: 'en',
    args: [],
    comment: ["Don't translate: write the BCP 47 tag of the language, such as ko, zh-CN, fr, or ja."],
  });
}

/**
 * Returns the sentence for a count. Languages without plural forms have the same translation for both. French uses the
 * singular for zero.
 */
export function selectPlural(count: number, one: string, other: string): string {
  return rulesOf(getLanguageTag()).select(count) === 'one' ? one : other;
}

/** Formats a number with the locale's thousands separator. */
export function formatNumber(number: number): string {
  return number.toLocaleString(getLanguageTag());
}

/** Formats a month, such as `October 2026`, from a date such as `2026-10` or `2026-10-05`. */
export function formatMonth(date: string): string {
  const format = new Intl.DateTimeFormat(getLanguageTag(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(parseTimestamp(date));
}

/** Formats a list: `a`, `a and b`, `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  const first = joinList(items.slice(0, -1));
  return items.length === 2 ? l10n.t`${first} and ${last}` : l10n.t`${first}, and ${last}`;
}

/** Formats a list without a conjunction: `a, b, c`. */
export function joinList(items: readonly string[]): string {
  return items.join(
    l10n.t({ message: ', ', args: [], comment: ['The separator between the items of a list: "a, b".'] }),
  );
}

/** Formats a list as a sentence: `a, b, c.`. */
export function listSentence(items: readonly string[]): string {
  return l10n.t({
    message: '{0}.',
    args: [joinList(items)],
    comment: ['The end of a sentence. {0} is a list, such as "a, b, c".'],
  });
}

/** Returns the separator between two sentences: a space, except in languages whose full-width period includes one. */
export function getSentenceSeparator(): string {
  return /^(?:zh|ja)\b/.test(getLanguageTag()) ? '' : ' ';
}

/** The end of a sentence. Punctuation after an opening bracket, as in `(?!`, and `...` don't end a sentence. */
const sentenceEnd = /(?<=[\p{L}\p{N})\]}"'’`»%*/_-])[.?!](?=\s|$)|[。？！]+/gu;

/** Returns the sentences of a message. A sentence doesn't end inside of double quotes. */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(sentenceEnd)) {
    const end = index + mark.length;
    if ((text.slice(start, end).match(/"/g)?.length ?? 0) % 2 === 1) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  const rest = text.slice(start).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** Joins sentences. Omits empty ones. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(getSentenceSeparator());
}

/**
 * Adds a sentence, such as the consequence, to a problem of one sentence. A diagnostic has at most two sentences, so a
 * problem that already contains a second one, such as the correction, stays as it is.
 */
export function addConsequence(problem: string, consequence: string): string {
  return splitSentences(problem).length > 1 ? problem : joinSentences(problem, consequence);
}

/** Formats alternatives: `a`, `a or b`, `a, b, or c`. */
export function formatAlternatives(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  const first = joinList(items.slice(0, -1));
  return items.length === 2 ? l10n.t`${first} or ${last}` : l10n.t`${first}, or ${last}`;
}

/**
 * Returns a text with trailing spaces.
 * @param cells width in terminal cells
 */
export function padded(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - measureTextWidth(text)));
}

/** Returns the width of a text in terminal cells. Chinese, Japanese, and Korean characters take two cells. */
export function measureTextWidth(text: string): number {
  return (
    text.length +
    (text.match(/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g)
      ?.length ?? 0)
  );
}

/** Returns a text as it appears after a colon. In English, a capitalized word becomes lowercase. */
export function afterColon(text: string): string {
  return getLanguageTag() === 'en' && /^[A-Z][a-z]/.test(text)
    ? `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
    : text;
}

const kept = new Map<string, Intl.PluralRules>();

function rulesOf(tag: string): Intl.PluralRules {
  const known = kept.get(tag);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(tag);
  kept.set(tag, rules);
  return rules;
}
