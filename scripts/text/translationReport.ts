/** Describes missing and outdated translations for translators. */
import { getBundlePath, getMessage, summarizeTranslations, type Bundle, type TranslationState } from './bundles.ts';
import { findMessage, type MessageSource } from './messageLocations.ts';

/** The texts that a report quotes, and the files with their messages. */
interface ReportedTexts {
  readonly english: Bundle;
  readonly translations: Bundle;
  readonly sources: readonly MessageSource[];
}

/** Returns the report of a language: a summary, then each text with its location. */
export function describeState(state: TranslationState, { english, translations, sources }: ReportedTexts): string {
  const missing = state.missing.flatMap((key) => {
    const entry = english[key] ?? key;
    const places = findMessage(getMessage(entry), sources);
    return [
      `    ${places.length === 0 ? 'unknown location' : places.join(', ')}`,
      `      ${quote(getMessage(entry))}`,
      ...(typeof entry === 'string' ? [] : [`      Comment: ${entry.comment.join(' ')}`]),
    ];
  });
  const outdated = state.outdated.flatMap((key) => [
    `    ${quote(key)}`,
    `      ${quote(getMessage(translations[key] ?? ''))}`,
  ]);
  return [
    summarizeTranslations(state),
    ...section('Missing, shown in English:', missing),
    ...section(`Outdated in ${getBundlePath(state.language)}, not shown:`, outdated),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `  ${title}`, ...lines];
}

/** Returns a text as in the bundle, so that translators can copy it. */
const quote = (text: string) => JSON.stringify(text);
