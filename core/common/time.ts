/**
 * Parses and formats the timestamps of Kubernetes objects. Pure: never reads the current time, so lint allows `Date` in
 * this file.
 */

/** Parses an RFC 3339 time into milliseconds since 1970. Returns undefined if the text isn't valid. */
export function parseTimestamp(text: string | undefined): number | undefined {
  const value = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(value) ? undefined : value;
}

/** Formats milliseconds since 1970 as RFC 3339 in whole seconds. */
export function formatTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Formats milliseconds since 1970 as kubectl does in descriptions, in UTC: `Sun, 22 Nov 2026 10:00:00 +0000`. */
export function formatRfc1123(milliseconds: number): string {
  return new Date(milliseconds).toUTCString().replace(/GMT$/, '+0000');
}
