/** The author's own text as a message repeats it: on one line, and no longer than a reader wants. */
const maxLength = 60;

export function shown(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 3)}...` : text;
  return cut.replace(/[\s\p{Cc}]+/gu, ' ');
}
