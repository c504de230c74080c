/** Parses durations and times in the same way as Prometheus. */
const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/**
 * Parses a duration such as `5m`, `1h30m`, or `90` (seconds) and returns milliseconds.
 * @throws Error if it is invalid
 */
export function durationOf(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+)(ms|[smhdwy])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text)
    throw new Error(`not a valid duration string: "${text.slice(0, 50)}"`);
  return parts.reduce((sum, [, count = '0', unit = 's']) => sum + Number(count) * (units[unit] ?? 0), 0);
}

/**
 * Parses a time or a duration in a request (seconds, a date, or a duration) and returns milliseconds.
 * @throws Error if it is invalid
 */
export function readSeconds(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise;
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Math.round(Number(text) * 1000);
  const time = Date.parse(text);
  return Number.isNaN(time) ? durationOf(text) : time;
}
