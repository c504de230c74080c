/**
 * What languages do differently: counts and lists. Sentences are whole strings of `@vscode/l10n`; nothing is put
 * together from parts of them.
 */
import * as l10n from '@vscode/l10n';

/**
 * The tag of the language in which strings come now (BCP 47), for `Intl` and `lang` attributes. It is a string like
 * others, so it always is the one of the strings.
 */
export function getLanguageTag(): string {
  return l10n.t({
    message: 'en',
    args: [],
    comment: ['Not a word: the tag (BCP 47) of the language of this file, as ko, zh-CN, fr or ja.'],
  });
}

/** Which of two sentences a count takes. Languages without a plural translate both alike; French says one for none. */
export function selectPlural(count: number, one: string, other: string): string {
  return rulesOf(getLanguageTag()).select(count) === 'one' ? one : other;
}

/** A number with its thousands set apart, as the language does. */
export function numberWords(number: number): string {
  return number.toLocaleString(getLanguageTag());
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  const first = joinList(items.slice(0, -1));
  return l10n.t`${first} and ${last}`;
}

/** `a, b, c`: a list that goes on, or stands by itself. */
export function joinList(items: readonly string[]): string {
  return items.join(l10n.t({ message: ', ', args: [], comment: ['Between the items of a list.'] }));
}

/** `a, b, c.`: a list as a sentence. */
export function listSentence(items: readonly string[]): string {
  return l10n.t({ message: '{0}.', args: [joinList(items)], comment: ['A list as a whole sentence.'] });
}

/** What stands between two sentences: a blank, except where sentences end in a wide sign that has its own. */
export function getSentenceSeparator(): string {
  return /^(?:zh|ja)\b/.test(getLanguageTag()) ? '' : ' ';
}

/** `a`, `a or b`, `a or b or c`. */
export function formatAlternatives(items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((all, one) => l10n.t`${all} or ${one}`);
}

/** Returns a text with trailing spaces. @param cells its width in cells of a terminal */
export function padded(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - measureTextWidth(text)));
}

/** How many cells of a terminal a text takes: signs of Chinese, Japanese and Korean take two. */
export function measureTextWidth(text: string): number {
  return (
    text.length +
    (text.match(/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g)
      ?.length ?? 0)
  );
}

/** What follows a colon: English goes on in small letters where the first is a word, others as they begin. */
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
