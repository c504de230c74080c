/**
 * Detects callout numbers, which the documentation prints after a line to refer to its notes. If the user copies the
 * line, the number becomes part of the value.
 */

/**
 * Matches a value with a callout number in the formats of the documentation: `false 1`, `false <1>`, `false (1)`,
 * `false ①`.
 */
const callout = /^(\S+)[ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473])$/;

/** Returns the value without its callout number, or unchanged if it has none. */
export function withoutCallout(text: string): string {
  return callout.exec(text)?.[1] ?? text;
}
