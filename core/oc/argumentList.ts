/** Reads and formats the argument list of a command as a user types it. No shell interprets it. */
import { quoteShellCommand } from './shellText.ts';

/**
 * Returns the arguments in a text: words that are separated by spaces, with single quotes, double quotes, and
 * backslashes as in a shell, but without expansions. Returns undefined if a quote isn't closed or the text is empty.
 */
export function parseArgumentList(text: string): readonly string[] | undefined {
  const found: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (character === quote) quote = undefined;
    else if (character === '\\' && quote !== "'" && next !== '' && (quote === undefined || /["\\]/.test(next))) {
      word = (word ?? '') + next;
      index += 1;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) return undefined;
  if (word !== undefined) found.push(word);
  return found.length === 0 || found[0] === '' ? undefined : found;
}

/** Formats arguments so that `parseArgumentList` returns them. */
export function formatArgumentList(command: readonly string[]): string {
  return quoteShellCommand(command);
}
