/**
 * Reads and writes times as objects carry them. Pure: nobody asks here what time it is, which is why lint lets this
 * file have `Date`.
 */

/** Milliseconds since 1970 of an RFC 3339 time; undefined for what is none. */
export function parseTimestamp(text: string | undefined): number | undefined {
  const value = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(value) ? undefined : value;
}

/** RFC 3339, in whole seconds, of milliseconds since 1970. */
export function formatTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
