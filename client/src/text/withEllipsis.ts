/** Formats titles of commands and buttons. */

/** Returns the title of a button or row that asks for more input. The periods are the same in every language. */
export function withEllipsis(title: string): string {
  return `${title}...`;
}
