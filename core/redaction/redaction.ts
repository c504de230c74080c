/**
 * Redacts credentials in text. All output uses this module: must-gather bundles, reports, log pages, tool results for
 * assistants, issue reports, and logs of the extension.
 *
 * Redaction has two steps: `learn` every text first, then call `removeLearned` for each text. A credential in one text
 * is removed from all texts in all of its forms.
 */
import { detect, noParsers, type Detection, type Parsers, type TextKind } from './detectCredentials.ts';
import { hidden } from './hidden.ts';
import { keepJson } from './repair/keepJson.ts';
import { KnownValues, type Stretch } from './knownValues.ts';
import { createLineRedactor } from './lineRedactor.ts';
import { quoteHidden } from './repair/quoteHidden.ts';

/**
 * Maximum number of values from unstructured text that are also searched for in other text. A log can contain a new
 * token on every line. Additional values are redacted only where they were found.
 */
const mostLoose = 20_000;

export interface Redacted {
  readonly text: string;
  /** Number of replaced ranges. */
  readonly count: number;
}

export class Redaction {
  readonly #parsers: Parsers;
  readonly #values = new Set<string>();
  readonly #loose = new Set<string>();
  #known: KnownValues | undefined;

  constructor(parsers: Parsers = noParsers) {
    this.#parsers = parsers;
  }

  /** Learned values. */
  get values(): ReadonlySet<string> {
    return this.#values;
  }

  /** Learns a value from another source, such as the token of a connection. */
  learnValue(value: string): void {
    if (value.length >= 6) this.#add(value);
  }

  #addLoose(value: string): void {
    this.#loose.add(value);
    this.#add(value);
  }

  #add(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    this.#known = undefined;
  }

  /**
   * Redacts the credentials that are recognizable in a text, such as the value of `password:`, and remembers them, so
   * that they're also redacted in other texts.
   * @param path path of its file in the must-gather
   */
  learn(text: string, path = ''): Redacted & { readonly isUnreadable: boolean } {
    const found = this.find(text, kindOf(path));
    const lines = createLineRedactor(path);
    const rest = [...found.text.split('\n').flatMap((line) => lines.lines(line)), ...lines.end()].join('\n');
    return { text: keepJson(found.text, rest), count: found.count + lines.count, isUnreadable: found.isUnreadable };
  }

  /**
   * Redacts and remembers the credentials in a part of a file, without the final line-by-line search (`TextStream`).
   */
  find(text: string, kind: TextKind): Redacted & { readonly isUnreadable: boolean } {
    const found: Detection = detect(text, kind, this.#parsers);
    for (const value of found.values) this.#add(value);
    for (const value of found.looseValues) if (this.#loose.size < mostLoose) this.#addLoose(value);
    return { ...replaced(text, found.stretches), isUnreadable: found.isUnreadable };
  }

  /** Redacts all credentials learned so far in a text. */
  removeLearned(text: string): Redacted {
    return replaced(text, this.#learnedIn(text));
  }

  /** Returns whether a text contains a learned value in any form. */
  hasLearned(text: string): boolean {
    return !this.#learnedIn(text).next().done;
  }

  *#learnedIn(text: string): Generator<Stretch> {
    yield* this.known.in(text);
    yield* this.#parsers.hiddenIn?.(text, this.known) ?? [];
  }

  /** Returns a search for the values learned so far. */
  get known(): KnownValues {
    this.#known ??= new KnownValues(this.#values);
    return this.#known;
  }
}

/**
 * Redacts a single text.
 * @param path path of its file in the must-gather
 */
export function redactText(text: string, path = '', parsers: Parsers = noParsers): string {
  return redactAndCount(text, path, parsers).text;
}

/**
 * Redacts a single text, and counts the replaced ranges.
 * @param path path of its file in the must-gather
 */
export function redactAndCount(text: string, path = '', parsers: Parsers = noParsers): Redacted {
  const redaction = new Redaction(parsers);
  const found = redaction.learn(text, path);
  const clean = redaction.values.size === 0 ? { text: found.text, count: 0 } : redaction.removeLearned(found.text);
  return {
    text: kindOf(path).isYaml ? quoteHidden(clean.text) : clean.text,
    count: found.count + clean.count,
  };
}

/** Returns the properties of a file that its path indicates. */
export function kindOf(path: string): TextKind {
  return { isYaml: /\.ya?ml$/.test(path), isOfSecrets: /(?:^|\/)secrets(?:\/[^/]+)?\.(?:ya?ml|json)$/.test(path) };
}

/** Replaces ranges of a text. Keeps the number of lines, so that line numbers remain valid. */
function replaced(text: string, stretches: Iterable<Stretch>): Redacted {
  const sorted = [...stretches]
    .filter(({ from, to }) => to > from)
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  const parts: string[] = [];
  const ranges: Stretch[] = [];
  let [done, count] = [0, 0];
  for (const { from, to } of sorted) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    const content = text.slice(start, to);
    if (content === hidden || content.trim() === '') continue;
    parts.push(text.slice(done, start), hiddenLines(content));
    ranges.push({ from: start, to });
    // Overlapping ranges count as one.
    if (start === from) count += 1;
    done = to;
  }
  if (parts.length === 0) return { text, count };
  return { text: keepJson(text, `${parts.join('')}${text.slice(done)}`, ranges), count };
}

function hiddenLines(content: string): string {
  return content.includes('\n') ? content.replaceAll(/[^\s][^\n]*/g, hidden) : hidden;
}
