/** Reads the translations of terms from docs/glossary.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';

const languagesOfTables = ['ko', 'zh-cn', 'fr', 'ja'] as const;

/** Returns the accepted translations of each English term, by language. */
export function readGlossary(): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const lines = readFileSync(path.join(repositoryRoot, 'docs/glossary.md'), 'utf8').split('\n');
  const glossary = new Map<string, ReadonlyMap<string, readonly string[]>>();
  let isTable = false;
  for (const line of lines) {
    const [term = '', ...translations] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (translations[0] === 'Korean') isTable = true;
    else if (term === '') isTable = false;
    else if (isTable)
      for (const name of listNames(term))
        glossary.set(
          name,
          new Map(languagesOfTables.map((language, at) => [language, listNames(translations[at] ?? '')])),
        );
  }
  return glossary;
}

/** Splits a cell with several terms. Omits explanations in parentheses. */
function listNames(cell: string): readonly string[] {
  return cell.replaceAll(/ ?\([^)]*\)/g, '').split(/[,;] /);
}

/**
 * Returns a pattern that finds an English term. A term in the singular is also found in the plural. A single word isn't
 * found with a capital letter, because it can be a kind, such as Namespace.
 */
export function termPattern(term: string): RegExp {
  const isPlural = /[^s]s$/.test(term);
  const name = term.includes(' ') ? term.replace(/^[a-z]/, (letter) => `[${letter}${letter.toUpperCase()}]`) : term;
  return new RegExp(String.raw`(?<![\w-])${name}${isPlural ? '' : '(?:es|s)?'}(?![\w-])`);
}

/** Returns a pattern that finds one of the translations, in French also in the singular and plural. */
export function translationPattern(translations: readonly string[], language: string): RegExp {
  const patterns = translations.map((text) =>
    language === 'fr' ? text.replaceAll(/(\p{L}+?)s?(?!\p{L})/gu, '$1[sx]?') : text,
  );
  return new RegExp(patterns.join('|'), 'i');
}
