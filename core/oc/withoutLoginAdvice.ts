/**
 * Removes the last sentence of a message if it advises the user to log in with oc, for callers that print the command
 * to log in.
 */
export function withoutLoginAdvice(message: string): string {
  return message.replace(/(?<=[.。])[^.。]*\boc login\b[^.。]*[.。]?\s*$/u, '');
}
