/** Formats titles of commands and buttons. */

/** Returns the title of a button or a row that asks for more input. The three periods are the same in every language. */
export function withEllipsis(title: string): string {
  return `${title}...`;
}
