/** Extracts denial messages from a text. Doesn't use VS Code. */

/** Maximum length of a log. An agent takes days to write this much. */
export const maxLogLength = 20_000_000;

/** Maximum length of a single message. Longer text is a log, and its lines are read separately. */
const longestMessage = 4000;

/** Matches a denial in an event or a runtime log. */
const denial = /is blocked by policy/g;

/**
 * Returns the denials in the form that the server reads: a single message on one line, several messages unchanged.
 * Returns undefined if the text contains none.
 */
export function denialText(text: string): string | undefined {
  // A message that was copied from a narrow terminal contains line breaks.
  const message = text.length > longestMessage ? text : text.replaceAll(/\s*\r?\n\s*/g, ' ').trim();
  const count = message.match(denial)?.length ?? 0;
  if (count === 0) return undefined;
  return count === 1 ? message : text;
}
