/** Texts of a must-gather as they may be shown: without credentials, whatever file says what they are. */
import { Redaction } from '../../core/redaction/index.ts';
import { isJsonObject } from '../../core/json.ts';
import { oneLine } from '../../core/live/words.ts';
import { allParsers } from '../../redaction/src/parsers.ts';

/** Characters of a line that are looked at. What is cut off may be half of a credential, so less is shown. */
const longest = 2000;
const longestShown = 300;
/** Lines before and after one of a log that may say what is in it. */
const [before, after] = [20, 5];
/** Characters of one value of an object that are kept: no object of a cluster is larger. */
const longestText = 2 ** 20;
/** Characters that are learned at once. Nothing can interrupt that, and patterns overflow the stack of a much longer text. */
const longestPiece = 2 ** 21;
/** Texts that need no second look. */
const mostRemembered = 20_000;
/** Most texts are words, names, numbers, or times. */
const plain = /^[\w./:@ ,()+-]{0,200}$/;
const speaks = /secret|token|pass|pwd|cred|key|auth|psk|cookie|connection|login|BEGIN|:\/\/|[\w+/-]{16}/i;

export class CleanTexts {
  readonly #redaction = new Redaction(allParsers);
  readonly #looked = new Map<string, string>();

  /**
   * Learns the credentials of a file: they may stand in others, too. Costs as much as reading it.
   * @param path in the must-gather @param checkTime is called between the pieces of a long text, and may throw
   */
  learn(text: string, path: string, checkTime: () => void): void {
    if (!/Secret|stringData/.test(text)) return;
    for (const piece of piecesOf(text)) {
      checkTime();
      this.#redaction.learn(piece, path);
    }
  }

  /** A text without what it says itself to be a credential. */
  text(whole: string): string {
    const text = whole.length > longestText ? whole.slice(0, longestText) : whole;
    if (plain.test(text) && !speaks.test(text)) return text;
    const known = this.#looked.get(text);
    if (known !== undefined) return known;
    const clean = this.#redaction.learn(text).text;
    if (this.#looked.size < mostRemembered) this.#looked.set(text, clean);
    return clean;
  }

  /** The same value with clean texts. */
  value<T>(value: T): T {
    return mapTexts(value, (text) => this.text(text));
  }

  /** One line as it is shown. */
  line(text: string): string {
    return oneLine(this.text(text.slice(0, longest)), longestShown);
  }

  /** A line of a log as it is shown. What stands around it may say what is in it. */
  lineOfLog(lines: readonly string[], index: number): string {
    const from = Math.max(0, index - before);
    const around = lines.slice(from, index + after).map((line) => line.slice(0, longest));
    const clean = this.#redaction.learn(around.join('\n')).text.split('\n');
    // Redaction keeps the number of lines.
    return oneLine(clean[index - from] ?? '', longestShown);
  }

  /** The same value without anything that was learned from any file. */
  withoutLearned<T>(value: T): T {
    return this.#redaction.values.size === 0 ? value : mapTexts(value, (text) => this.#redaction.removeLearned(text).text);
  }
}

/** A text in pieces. They begin with an item or a document where they can, because only then they are read as YAML. */
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

/** Where the last item ends that is whole. What is left of an item that was cut is a piece of its own. Negative: nowhere. */
function endOfItems(text: string, isItem: boolean, isLast: boolean): number {
  if (!isItem) return text.search(/\n(?:- |---)/);
  return isLast ? text.length - 1 : Math.max(text.lastIndexOf('\n- '), text.lastIndexOf('\n---'));
}

/** A copy with other texts. Names of fields stay: those of objects that were read are ours. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  const mapped = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(mapped);
    if (one instanceof Map) return new Map([...one].map(([key, item]) => [key, mapped(item)]));
    if (one instanceof Set) return new Set([...one].map(mapped));
    return isJsonObject(one) ? Object.fromEntries(Object.entries(one).map(([name, item]) => [name, mapped(item)])) : one;
  };
  // Only texts differ.
  return mapped(value) as T;
}
