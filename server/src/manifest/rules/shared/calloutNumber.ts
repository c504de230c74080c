/**
 * Numbers that the documentation prints behind a line to refer to its notes: pasted along, they become part of the
 * value.
 */

/**
 * A value with a callout number behind it, as the formats of the documentation give it: `false 1`, `false <1>`,
 * `false (1)`, `false ①`.
 */
const callout = /^(\S+)[ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473])$/;

/** The value without the callout number, or unchanged when it has none. */
export function withoutCallout(text: string): string {
  return callout.exec(text)?.[1] ?? text;
}
