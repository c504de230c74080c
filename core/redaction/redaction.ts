/**
 * Takes credentials out of texts. One contract for all that leaves this machine or is shown of a cluster: bundles of must-gathers, reports, pages of logs,
 * answers to assistants, issue reports, and logs of this extension.
 *
 * Two steps: `learn` every text first, then `redact` each. What one text says to be a credential is removed from all of them, in whatever form it stands.
 */
import { detect, noParsers, type Detection, type Parsers, type TextKind } from './detect.ts';
import { KnownValues, type Stretch } from './knownValues.ts';
import { createLineRedactor } from './lines.ts';

/** Stands in place of what was taken out. */
export const hidden = '***';

/** Values of loose text that are searched for elsewhere. A log may have a new token on every line: those beyond are hidden where they stand. */
const mostLoose = 20_000;

export interface Redacted {
  readonly text: string;
  /** How many stretches were replaced. */
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

  /** Values that were learned. */
  get values(): ReadonlySet<string> {
    return this.#values;
  }

  /** Learns a value that is known from elsewhere, as the token of a connection. */
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

  /** Takes out of a text what it says itself to be a credential, and learns it. @param path of its file, as in a must-gather */
  learn(text: string, path = ''): Redacted & { readonly isUnreadable: boolean } {
    const found = this.find(text, kindOf(path));
    const lines = createLineRedactor(path);
    const rest = [...found.text.split('\n').flatMap((line) => lines.lines(line)), ...lines.end()].join('\n');
    return { text: rest, count: found.count + lines.count, isUnreadable: found.isUnreadable };
  }

  /** The same for a part of a file, without the last look at each line (`TextStream`). */
  find(text: string, kind: TextKind): Redacted & { readonly isUnreadable: boolean } {
    const found: Detection = detect(text, kind, this.#parsers);
    for (const value of found.values) this.#add(value);
    for (const value of found.looseValues) if (this.#loose.size < mostLoose) this.#addLoose(value);
    return { ...replaced(text, found.stretches), isUnreadable: found.isUnreadable };
  }

  /** Takes out of a text what was learned so far, wherever it was learned. */
  removeLearned(text: string): Redacted {
    return replaced(text, this.#learnedIn(text));
  }

  /** Whether something that was learned stands in a text, in whatever form. */
  hasLearned(text: string): boolean {
    return !this.#learnedIn(text).next().done;
  }

  *#learnedIn(text: string): Generator<Stretch> {
    yield* this.known.in(text);
    yield* this.#parsers.hiddenIn?.(text, this.known) ?? [];
  }

  /** What was learned so far, to search for. */
  get known(): KnownValues {
    this.#known ??= new KnownValues(this.#values);
    return this.#known;
  }
}

/** A text that stands alone, without credentials. @param path of its file, as in a must-gather */
export function redactText(text: string, path = '', parsers: Parsers = noParsers): string {
  const redaction = new Redaction(parsers);
  const { text: once } = redaction.learn(text, path);
  return redaction.values.size === 0 ? once : redaction.removeLearned(once).text;
}

/** What the path of a file says of its content. */
export function kindOf(path: string): TextKind {
  return { isYaml: /\.ya?ml$/.test(path), isOfSecrets: /(?:^|\/)secrets(?:\/[^/]+)?\.(?:ya?ml|json)$/.test(path) };
}

/** A text with stretches replaced. Lines stay lines, so that places that others name stay true. */
function replaced(text: string, stretches: Iterable<Stretch>): Redacted {
  const sorted = [...stretches].filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from || other.to - one.to);
  const parts: string[] = [];
  let [done, count] = [0, 0];
  for (const { from, to } of sorted) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    const content = text.slice(start, to);
    if (content === hidden || content.trim() === '') continue;
    parts.push(text.slice(done, start), hiddenLines(content));
    // Two that overlap are one.
    if (start === from) count += 1;
    done = to;
  }
  return { text: parts.length === 0 ? text : `${parts.join('')}${text.slice(done)}`, count };
}

function hiddenLines(content: string): string {
  return content.includes('\n') ? content.replaceAll(/[^\s][^\n]*/g, hidden) : hidden;
}
