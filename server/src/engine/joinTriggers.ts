/** Joins the trigger characters of the language modules. */
import type { LanguageModule, TriggerCharacters } from './languageModule.ts';

/** Returns the trigger characters of all modules for a feature, each once. */
export function joinTriggers(modules: readonly LanguageModule[], feature: keyof TriggerCharacters): string[] {
  return [...new Set(modules.flatMap(({ triggerCharacters }) => triggerCharacters?.[feature] ?? []))];
}
