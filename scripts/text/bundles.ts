/**
 * Reads the bundles in l10n/: the English texts, and their translations in each language. The key of a translation is
 * its English text. Therefore, if the English text changes, its translation no longer applies, and the product shows
 * the English text until the new text is translated.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '#server/l10n/locale.ts';

/** A bundle: the texts by their keys. A text with a comment for translators also has the comment in its key. */
export type Bundle = Readonly<
  Record<string, string | { readonly message: string; readonly comment: readonly string[] }>
>;

/** Translations of a language compared with the English texts. */
export interface TranslationState {
  readonly language: string;
  /** Keys of English texts without a translation, which the product shows in English. */
  readonly missing: readonly string[];
  /** Keys of translations whose English text no longer exists. The product doesn't show these translations. */
  readonly outdated: readonly string[];
  readonly translated: number;
}

/**
 * Returns the path of a bundle in the repository.
 * @param language undefined for the English texts
 */
export function getBundlePath(language?: string): string {
  return language === undefined ? 'l10n/bundle.l10n.json' : `l10n/bundle.l10n.${language}.json`;
}

/**
 * Reads a bundle.
 * @param language undefined for the English texts
 */
export function readBundle(root: string, language?: string): Bundle {
  return JSON.parse(readFileSync(path.join(root, getBundlePath(language)), 'utf8')) as Bundle;
}

/** Returns the text of a bundle entry without the comment. */
export function getMessage(entry: Bundle[string]): string {
  return typeof entry === 'string' ? entry : entry.message;
}

/** Returns the content of a bundle. Sorted, so that moving a string to another file changes nothing. */
export function bundleText(bundle: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** Compares the translations of a language with the English texts. */
export function compareTranslations(language: string, english: Bundle, translations: Bundle): TranslationState {
  const [wanted, present] = [Object.keys(english), Object.keys(translations)];
  const missing = wanted.filter((key) => !Object.hasOwn(translations, key));
  return {
    language,
    missing,
    outdated: present.filter((key) => !Object.hasOwn(english, key)),
    translated: wanted.length - missing.length,
  };
}

/** Returns the state of all translations. */
export function listTranslationStates(root: string): readonly TranslationState[] {
  const english = readBundle(root);
  return languages.slice(1).map((language) => compareTranslations(language, english, readBundle(root, language)));
}

/** Describes the state of a language in one line. */
export function summarizeTranslations({ language, translated, missing, outdated }: TranslationState): string {
  return `${language}: ${translated} translated, ${missing.length} missing, ${outdated.length} outdated`;
}
