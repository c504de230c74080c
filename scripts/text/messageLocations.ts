/** Finds where messages are in the source code. */

/** A file with messages. */
export interface MessageSource {
  /** Path in the repository. */
  readonly file: string;
  readonly content: string;
}

/**
 * Returns the places of a message, such as `core/text/a.ts:12`. Returns an empty list if the source writes the message
 * in an unusual way, for example with a Unicode escape.
 */
export function findMessage(message: string, sources: readonly MessageSource[]): readonly string[] {
  const pattern = sourcePattern(message);
  return sources.flatMap(({ file, content }) =>
    Array.from(content.matchAll(pattern), ({ index }) => `${file}:${content.slice(0, index).split('\n').length}`),
  );
}

/** Returns a pattern that matches a message between quotes, with placeholders or the expressions of a template. */
function sourcePattern(message: string): RegExp {
  const parts = message.split(/(\{\d+\})/).map((part) => {
    const index = /^\{(\d+)\}$/.exec(part)?.[1];
    return index === undefined ? literalPattern(part) : String.raw`(?:\{${index}\}|\$\{[^\n]*?\})`;
  });
  return new RegExp(`(?<quote>['"\`])${parts.join('')}\\k<quote>`, 'g');
}

/** Returns a pattern for literal text, whose quotes, backslashes, and line breaks can be escaped. */
function literalPattern(text: string): string {
  return text
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/['"`]|\\\\/g, String.raw`\\?$&`)
    .replaceAll('\n', String.raw`(?:\n|\\n)`);
}
