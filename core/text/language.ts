/** Sets the language of messages, and creates text that is English in every language, such as generated scripts. */
import * as l10n from '@vscode/l10n';

type Translations = Readonly<Record<string, string>>;

let current: Translations | string = {};

/**
 * Sets the language of all further messages.
 * @param translations JSON object or its text, by English message
 */
export function setTranslations(translations: Translations | string): void {
  current = translations;
  l10n.config({ contents: current });
}

/**
 * Returns text that is created in English.
 * @param create must be synchronous, because the language is global
 */
export function createInEnglish<T>(create: () => T): T {
  l10n.config({ contents: {} });
  try {
    return create();
  } finally {
    l10n.config({ contents: current });
  }
}
