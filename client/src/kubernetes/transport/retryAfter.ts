/** Parses the Retry-After header, which contains seconds or a date (RFC 9110, section 10.2.3). */

/** Maximum wait in milliseconds, regardless of the header. */
const longest = 10 * 60_000;

/**
 * Returns the wait in milliseconds. Returns undefined if the header is missing or invalid.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text.slice(0, 100)) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), longest);
}
