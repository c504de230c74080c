/** The header Retry-After -> milliseconds: RFC 9110, section 10.2.3, has seconds and dates. */

/** Nobody is kept waiting longer, whatever a server says. */
const longest = 10 * 60_000;

/** Undefined where there is none that can be read. @param now milliseconds since 1970 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text.slice(0, 100)) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), longest);
}
