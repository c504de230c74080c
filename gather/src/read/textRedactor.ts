/** Redacts text of a must-gather for display, even if another file identifies the credential. */
import { Redaction } from '#core/redaction/index.ts';
import { isJsonObject } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

/**
 * Maximum number of analyzed characters per line. Fewer are shown, because a truncated line can end with part of a
 * credential.
 */
const longest = 2000;
const longestShown = 300;
/** Number of lines before and after a log line that provide context. */
const [before, after] = [20, 5];
/** Maximum number of characters of a stored value. No cluster object is larger. */
const longestText = 2 ** 20;
/**
 * Maximum number of characters to learn at once. Learning can't be interrupted, and patterns overflow the stack for
 * much longer text.
 */
const longestPiece = 2 ** 21;
/** Maximum number of cached results. */
const mostRemembered = 20_000;
/** Matches words, names, numbers, and times. Most texts match. */
const plain = /^[\w./:@ ,()+-]{0,200}$/;
const speaks = /secret|token|pass|pwd|cred|key|auth|psk|cookie|connection|login|BEGIN|:\/\/|[\w+/-]{16}/i;

export class CleanTexts {
  readonly #redaction = new Redaction(allParsers);
  readonly #looked = new Map<string, string>();

  /**
   * Learns the credentials of a file, because other files can also contain them. Takes as long as reading the file.
   * @param path in the must-gather
   * @param checkTime called between the pieces of a long text; it can throw
   */
  learn(text: string, path: string, checkTime: () => void): void {
    if (!/Secret|stringData/.test(text)) return;
    for (const piece of piecesOf(text)) {
      checkTime();
      this.#redaction.learn(piece, path);
    }
  }

  /** Returns a text without the credentials that it identifies itself. */
  text(whole: string): string {
    const text = whole.length > longestText ? whole.slice(0, longestText) : whole;
    if (plain.test(text) && !speaks.test(text)) return text;
    const known = this.#looked.get(text);
    if (known !== undefined) return known;
    const clean = this.#redaction.learn(text).text;
    if (this.#looked.size < mostRemembered) this.#looked.set(text, clean);
    return clean;
  }

  /** Returns the same value with redacted texts. */
  value<T>(value: T): T {
    return mapTexts(value, (text) => this.text(text));
  }

  /** Returns one redacted line for display. */
  line(text: string): string {
    return sanitizeLine(this.text(text.slice(0, longest)), longestShown);
  }

  /** Returns one redacted log line for display. The lines around it can identify a credential in it. */
  lineOfLog(lines: readonly string[], index: number): string {
    const from = Math.max(0, index - before);
    const around = lines.slice(from, index + after).map((line) => line.slice(0, longest));
    const clean = this.#redaction.learn(around.join('\n')).text.split('\n');
    // Redaction preserves the number of lines.
    return sanitizeLine(clean[index - from] ?? '', longestShown);
  }

  /** Returns the same value without any learned credential. */
  withoutLearned<T>(value: T): T {
    return this.#redaction.values.size === 0
      ? value
      : mapTexts(value, (text) => this.#redaction.removeLearned(text).text);
  }
}

/** Splits a text. If possible, pieces start with an item or a document, because only those are parsed as YAML. */
function* piecesOf(text: string): Generator<string> {
  let isItem = true;
  let from = 0;
  while (from < text.length) {
    const most = text.slice(from, from + longestPiece);
    const isLast = from + most.length === text.length;
    const end: number = endOfItems(most, isItem, isLast);
    const length = (end >= 0 ? end : isLast ? most.length - 1 : most.lastIndexOf('\n')) + 1 || most.length;
    isItem = end >= 0;
    yield most.slice(0, length);
    from += length;
  }
}

/**
 * Returns where the last complete item ends, or a negative number if there is none. The rest of a truncated item is a
 * separate piece.
 */
function endOfItems(text: string, isItem: boolean, isLast: boolean): number {
  if (!isItem) return text.search(/\n(?:- |---)/);
  return isLast ? text.length - 1 : Math.max(text.lastIndexOf('\n- '), text.lastIndexOf('\n---'));
}

/** Returns a copy with changed strings. Keeps field names, because the extension defines them. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  const mapped = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(mapped);
    if (one instanceof Map) return new Map([...one].map(([key, item]) => [key, mapped(item)]));
    if (one instanceof Set) return new Set([...one].map(mapped));
    return isJsonObject(one)
      ? Object.fromEntries(Object.entries(one).map(([name, item]) => [name, mapped(item)]))
      : one;
  };
  // Only strings differ.
  return mapped(value) as T;
}
