/** Loads translations in the processes that the extension starts. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTranslations } from '#core/text/language.ts';

/**
 * Loads the translations from the file that the process receives as its only argument. Without an argument, the
 * language is English.
 */
export function loadTranslations(): void {
  const file = process.argv[2];
  if (file !== undefined) setTranslations(readFileSync(file, 'utf8'));
}
