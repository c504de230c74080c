/**
 * Replaces the `%key%` references in package.json with their strings, as VS Code does
 * (https://code.visualstudio.com/api/references/vscode-api#l10n).
 */

/** Content of a package.nls.json: strings by key. */
export type Strings = Readonly<Record<string, string>>;

/**
 * Returns the value with every `%key%` replaced.
 * @throws Error if a key has no string
 */
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
