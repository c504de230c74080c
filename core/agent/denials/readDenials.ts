/**
 * Finds the denial messages of the agent in a text. Supports every form in which runtimes and logs quote them:
 * unquoted, in quotation marks, and in strings that are escaped once or several times.
 *
 * The agent writes `<request> is blocked by policy: <prints>`. Each print starts with `<policy file>:<line>: `, and a
 * space separates the prints. If the agent can't evaluate the policy, it writes `<request>: internal error policy
 * check: <error>`. Sources: domain/11-newer-releases.md 11.7; kata-containers@4.1.0 src/agent/src/policy.rs,
 * src/agent/policy/src/policy.rs.
 */
import { cutText } from '../../text/sanitize.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { mentionsDenial } from './mentionsDenial.ts';

/** Output of a `print` in the policy. */
export interface DenialPrint {
  /** Name under which the agent loaded the policy, such as `agent_policy` or `/run/peerpod/policy.rego`. */
  readonly file: string;
  /** Line in that file. The first line is 1. */
  readonly line: number;
  readonly text: string;
}

/** A denial in a text. Its range starts at the name of the request. */
export interface PolicyDenial extends TextRange {
  readonly request: string;
  /** `error`: the agent couldn't evaluate the policy. */
  readonly kind: 'denied' | 'error';
  /** Text after the message, without escapes and without the text that runtimes append. Empty if there is none. */
  readonly detail: string;
  /** Output of the `print` calls of the policy, from `detail`. Empty if there is none, or if its form is unknown. */
  readonly prints: readonly DenialPrint[];
}

/** Maximum number of denials in a text, and of prints in a denial. */
const maxDenials = 200;
const maxPrints = 50;
/** Maximum number of characters of the text after the message. */
const maxDetail = 2000;
/** Maximum number of characters to search for the end of the message. */
const maxSearched = 20_000;

const message = /\b([A-Z]\w{0,200})(?: is blocked by policy|: internal error policy check)/g;

/**
 * Returns the denials in a text in order.
 * @param most maximum number of denials
 */
export function readDenials(text: string, most = maxDenials): readonly PolicyDenial[] {
  const denials: PolicyDenial[] = [];
  if (!mentionsDenial(text)) return denials;
  const matches = [...firstMatches(text, most + 1)];
  for (const [index, match] of matches.slice(0, most).entries()) {
    const [whole, request = ''] = match;
    const start = match.index;
    const from = start + whole.length;
    const next = matches[index + 1]?.index ?? text.length;
    const rest = withoutNextLine(text.slice(from, Math.min(next, from + maxSearched)));
    const quote = quoteBefore(text, start);
    const { text: written, level } = quotedPart(rest, quote);
    const raw = /^\s{0,9}:/.test(written) ? written.slice(written.indexOf(':') + 1) : '';
    const detail = cutText(unescapeTimes(raw, level).trim(), maxDetail + 1);
    denials.push({
      request,
      kind: whole.endsWith('policy check') ? 'error' : 'denied',
      detail,
      prints: printsIn(detail),
      start,
      end: from + (raw === '' ? 0 : written.trimEnd().length),
    });
  }
  return denials;
}

function* firstMatches(text: string, most: number): Generator<RegExpExecArray> {
  let left = most;
  for (const match of text.matchAll(message)) {
    yield match;
    left -= 1;
    if (left === 0) return;
  }
}

/** Returns the text up to the end of the line. */
function withoutNextLine(text: string): string {
  const end = /[\r\n]/.exec(text)?.index;
  return end === undefined ? text : text.slice(0, end);
}

/** Returns the quotation mark directly before an offset with its backslashes, or an empty string. */
function quoteBefore(text: string, start: number): string {
  if (text[start - 1] !== '"') return '';
  let from = start - 1;
  while (from > 0 && text[from - 1] === '\\' && start - from < 40) from -= 1;
  return text.slice(from, start);
}

/**
 * Returns how many times the text after a quotation mark is escaped. Each level of escaping doubles the backslashes
 * before the quotation mark and adds one.
 * @param quote the quotation mark and the backslashes before it; empty if the text isn't quoted
 */
function levelOf(quote: string): number {
  return quote === '' ? 0 : Math.round(Math.log2(quote.length)) + 1;
}

/** The text of a message, and how many times it is escaped. */
interface QuotedText {
  readonly text: string;
  readonly level: number;
}

/** Returns the text before the end of the message. */
function quotedPart(rest: string, quote: string): QuotedText {
  if (quote === '') return withoutTail(rest);
  const level = levelOf(quote);
  let first: number | undefined;
  for (let at = rest.indexOf(quote); at >= 0; at = rest.indexOf(quote, at + quote.length)) {
    // Skips quotation marks inside the message, which are escaped with more backslashes.
    if (rest[at - 1] === '\\') continue;
    first ??= at;
    if (/^(?:: unknown|\s|$|[)\]},;\\])/.test(rest.slice(at + quote.length, at + quote.length + 9)))
      return { text: rest.slice(0, at), level };
  }
  return { text: rest.slice(0, first ?? rest.length), level };
}

/**
 * Handles a message that isn't directly in quotation marks. Returns the message without the text that runtimes and JSON
 * append to it, and how many times it is escaped.
 */
function withoutTail(text: string): QuotedText {
  const counts = countMarks(text);
  let end = text.length;
  let level = 0;
  for (;;) {
    const last = text[end - 1] ?? '';
    const opening = openingOf.get(last);
    if (/[\s\\]/.test(last)) end -= 1;
    else if (text.endsWith(': unknown', end)) end -= ': unknown'.length;
    else if (opening !== undefined && counts.get(last, 0) > counts.get(opening, 0)) {
      counts.remove(last);
      end -= 1;
    } else if (last === '"' && counts.get(last, 0) % 2 === 1) {
      counts.remove(last);
      // The message is part of a string that starts before it.
      level = Math.max(level, levelOf(quoteBefore(text, end)));
      end -= 1;
    } else return { text: text.slice(0, end), level };
  }
}

const openingOf: ReadonlyMap<string, string> = new Map([
  ['}', '{'],
  [']', '['],
  [')', '('],
]);

interface MarkCounts {
  get(mark: string, none: 0): number;
  remove(mark: string): void;
}

function countMarks(text: string): MarkCounts {
  const counts = new Map<string, number>();
  for (const mark of text) if (/["{}[\]()]/.test(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return {
    get: (mark, none) => counts.get(mark) ?? none,
    remove: (mark) => counts.set(mark, (counts.get(mark) ?? 0) - 1),
  };
}

const escapes: Readonly<Record<string, string>> = { n: ' ', r: ' ', t: ' ' };

function unescapeTimes(text: string, times: number): string {
  let unescaped = text;
  for (let left = Math.min(times, 6); left > 0 && unescaped.includes('\\'); left -= 1)
    unescaped = unescaped.replaceAll(/\\(["\\/nrt])/g, (_, mark: string) => escapes[mark] ?? mark);
  return unescaped;
}

/** Matches the start of a print: the policy file and the line. */
const printStart = /(?:^|\s)((?:agent_policy|policy|\/[^\s:"\\]{1,250}|[\w./-]{1,250}\.rego)):(\d{1,7}): ?/g;

function printsIn(detail: string): readonly DenialPrint[] {
  const starts = [...detail.matchAll(printStart)].slice(0, maxPrints);
  return starts.map((match, index) => ({
    file: match[1] ?? '',
    line: Number(match[2]),
    text: detail.slice(match.index + match[0].length, starts[index + 1]?.index ?? detail.length).trim(),
  }));
}
