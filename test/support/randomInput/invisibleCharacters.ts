/** Provides names with invisible or layout characters. Without escapes, each name looks like another one. */

/**
 * Direction override, isolate, line separator, control sequence introducer, Arabic letter mark, tag, escape, zero-width
 * space, soft hyphen, no-break space, delete, variation selector.
 */
export const unseenCharacters = [
  '\u202e',
  '\u2066',
  '\u2028',
  '\u009b',
  '\u061c',
  '\u{e0041}',
  '\u001b',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u007f',
  '\ufe0f',
] as const;

/** Name that contains all of these characters. */
export const unseenName = `prod${unseenCharacters.join('x')}uction`;

/** Matches any such character. Line breaks and tabs don't match, because they are visible. */
export const unseenPattern = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Returns the value with the name in place of each string in one of these fields. */
export function withNames(value: unknown, name: string, fields: ReadonlySet<string>, field = ''): unknown {
  if (typeof value === 'string') return fields.has(field) ? name : value;
  if (Array.isArray(value)) return value.map((item) => withNames(item, name, fields, field));
  if (typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner, name, fields, key)]));
}
