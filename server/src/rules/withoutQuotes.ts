/** Quotation marks that a word processor made, around a value: taken off from both ends. */
const isMark = (code: number) => code >= 0x2018 && code <= 0x201f;

/** Walks in from both ends: a pattern that looks for marks at the end of a text of marks begins anew at each of them. */
export function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isMark(text.charCodeAt(start))) start += 1;
  while (end > start && isMark(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end).trim();
}
