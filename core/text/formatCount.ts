/** Formats counts in text that is always English: command-line output, scripts, and results for assistants. */

/** Returns a count with its noun, such as `1 file`, `3 files`, or `2 statuses`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}${/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`}`;
}
