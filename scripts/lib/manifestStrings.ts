/**
 * package.json with the strings that it names by `%key%`, as VS Code puts them in
 * (https://code.visualstudio.com/api/references/vscode-api#l10n).
 */

/** Strings by their keys: a package.nls.json. */
export type Strings = Readonly<Record<string, string>>;

/** The same value with every `%key%` replaced. @throws when a key has no string */
export function inWords<T>(value: T, strings: Strings): T {
  return replaced(value, strings) as T;
}

function replaced(value: unknown, strings: Strings): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, strings));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replaced(field, strings)]));
  const key = typeof value === 'string' ? /^%([^%]+)%$/.exec(value)?.[1] : undefined;
  if (key === undefined) return value;
  const text = strings[key];
  if (text === undefined) throw new Error(`package.nls.json has no ${key}`);
  return text;
}
