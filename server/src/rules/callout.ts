/** Numbers that the documentation prints behind a line to refer to its notes: pasted along, they become part of the value. */

/** A value with a callout number behind it: `false 1`. */
const callout = /^(\S+)[ \t]+\d{1,2}$/;

/** The value without the callout number, or unchanged when it has none. */
export function withoutCallout(text: string): string {
  return callout.exec(text)?.[1] ?? text;
}
