/** The messages of denials in a text. Without VS Code. */

/** More than an agent writes in days, and as much as is sent to the server at once. */
export const maxLogLength = 20_000_000;

/** A longer text is a log, of which each line is read apart. */
const longestMessage = 4000;

/** How an event or the log of the runtime reports a denial. */
const denial = /is blocked by policy/g;

/** Returns a text with denials as the server reads it: one message on one line, several as they are. Undefined if the text has none. */
export function denialText(text: string): string | undefined {
  // A message that was copied from a narrow terminal has line breaks.
  const message = text.length > longestMessage ? text : text.replaceAll(/\s*\r?\n\s*/g, ' ').trim();
  const count = message.match(denial)?.length ?? 0;
  if (count === 0) return undefined;
  return count === 1 ? message : text;
}
