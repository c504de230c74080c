/** Looks up translations in the product's own bundle files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';

type Bundle = Readonly<Record<string, string | { readonly message: string }>>;
const read = (name: string) => JSON.parse(readFileSync(path.join(repositoryRoot, name), 'utf8')) as Bundle;
const english = read('l10n/bundle.l10n.json');

/**
 * Returns the translation of an English text. Finds the string by its pattern and inserts the same values.
 * @throws if no string matches the text, or if the string isn't translated
 */
export function translated(text: string, language: string): string {
  const bundle = read(`l10n/bundle.l10n.${language}.json`);
  for (const [key, value] of Object.entries(english)) {
    const message = typeof value === 'string' ? value : value.message;
    // A string with only placeholders and punctuation would match any text.
    if (!/[a-z]{2}/i.test(message.replaceAll(/\{\d+\}/g, ''))) continue;
    const found = formOf(message).exec(text);
    if (found === null) continue;
    const own = bundle[key];
    if (typeof own !== 'string' || own === message)
      throw new Error(`${language} has nothing for ${JSON.stringify(message)}`);
    return own.replaceAll(/\{(\d+)\}/g, (_, index: string) => found.groups?.[`at${index}`] ?? '');
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

/** Returns a package.json string in a language. */
export function manifestString(key: string, language: string): string {
  const text = read(`package.nls.${language}.json`)[key];
  if (typeof text !== 'string') throw new Error(`package.nls.${language}.json has no ${key}`);
  return text;
}
