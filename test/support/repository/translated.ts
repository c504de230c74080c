/** Looks up translations in the product's own bundle files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';

type Bundle = Readonly<Record<string, string | { readonly message: string }>>;
const read = (name: string) => JSON.parse(readFileSync(path.join(repositoryRoot, name), 'utf8')) as Bundle;
const english = read('l10n/bundle.l10n.json');

/**
 * Returns the text that the product shows for an English text: the translation, or the English text if there is none.
 * Finds the string by its pattern and inserts the same values.
 * @throws if no string matches the text
 */
export function translated(text: string, language: string): string {
  const { key, values } = findKey(text);
  const own = read(`l10n/bundle.l10n.${language}.json`)[key];
  return typeof own === 'string'
    ? own.replaceAll(/\{(\d+)\}/g, (_, index: string) => values[`at${index}`] ?? '')
    : text;
}

/**
 * Returns the key of the string that gives an English text, and the values of its placeholders.
 * @throws if no string matches the text
 */
export function findKey(text: string): { readonly key: string; readonly values: Readonly<Record<string, string>> } {
  for (const [key, value] of Object.entries(english)) {
    const message = typeof value === 'string' ? value : value.message;
    // A string with only placeholders and punctuation would match any text.
    if (!/[a-z]{2}/i.test(message.replaceAll(/\{\d+\}/g, ''))) continue;
    const found = formOf(message).exec(text);
    if (found !== null) return { key, values: found.groups ?? {} };
  }
  throw new Error(`no string gives ${JSON.stringify(text)}`);
}

/** Returns a pattern that matches a message with any values in its placeholders. */
function formOf(message: string): RegExp {
  const seen = new Set<string>();
  const pattern = message.split(/(\{\d+\})/).map((part) => {
    const index = /^\{(\d+)\}$/.exec(part)?.[1];
    if (index === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (seen.has(index)) return `\\k<at${index}>`;
    seen.add(index);
    return `(?<at${index}>.+?)`;
  });
  return new RegExp(`^${pattern.join('')}$`, 's');
}

/** Returns a package.json string in a language, or in English if it has no translation, as VS Code does. */
export function manifestString(key: string, language: string): string {
  const text = read(`package.nls.${language}.json`)[key] ?? read('package.nls.json')[key];
  if (typeof text !== 'string') throw new Error(`package.nls.json has no ${key}`);
  return text;
}
