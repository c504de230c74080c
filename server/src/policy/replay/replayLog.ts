/**
 * Reads recorded requests in all supported formats: the agent's `policy.txt` (`["ep":"Name",{...}],`) and
 * `policy.jsonl` (`{"kind":"Name","request":{...}}`), our own JSON (`{"endpoint":"Name","input":{...}}`, as a single
 * object or in a list), and denial messages. Source: kata-containers src/agent/policy/src/policy.rs (log_eval_input).
 */
import * as l10n from '@vscode/l10n';
import { parseRegoJson } from '../rego/values/parseJson.ts';
import { emptyObject, RegoObject, type RegoValue } from '../rego/values/values.ts';
import { runToCompletion, type YieldingTask } from '#server/engine/scheduling/steps.ts';
import { mentionsDenial } from '#core/agent/denials/mentionsDenial.ts';
import { readDenials, type PolicyDenial } from '#core/agent/denials/readDenials.ts';

/**
 * A recorded request. A request without input comes from a denial message, which shows only that the request was
 * denied.
 */
export interface ReplayRequest {
  readonly endpoint: string;
  readonly input: RegoValue | undefined;
  /** Output of `print` in the message. */
  readonly printed?: string;
  /** The denial message, if the request comes from one. */
  readonly denial?: PolicyDenial;
  /** Line of the log, starting at 0. */
  readonly line: number;
  /** Range in the log. Undefined for denial messages, which don't contain the request. */
  readonly span?: { readonly start: number; readonly end: number };
}

export interface RecordedLog {
  readonly requests: readonly ReplayRequest[];
  /** Unreadable parts, described in one line each. */
  readonly problems: readonly string[];
}

/** Limits for reading a log. */
export interface LogLimits {
  readonly length: number;
  readonly requests: number;
}

const logLimits: LogLimits = { length: 50_000_000, requests: 20_000 };

const maxProblems = 20;
const agentLine = /^\[\s*"ep"\s*:\s*"(\w{1,200})"\s*,/;
const requestStart = /\[\s*"ep"\s*:|\{\s*"(?:kind|endpoint)"\s*:/g;

/** Maximum number of characters and pieces per step. */
const sliceLength = 50_000;
const slicePieces = 200;

/** Reads a log. Omits and reports unreadable parts. */
export function readLog(text: string, limits: LogLimits = logLimits): RecordedLog {
  return runToCompletion(readLogSteps(text, limits));
}

/** Reads a log in steps. */
export function* readLogSteps(text: string, limits: LogLimits = logLimits): YieldingTask<RecordedLog> {
  if (text.length > limits.length)
    return { requests: [], problems: [l10n.t`The log is larger than ${limits.length / 1e6} MB.`] };
  return yield* new LogReader(text, limits).read();
}

class LogReader {
  readonly #text: string;
  readonly #limits: LogLimits;
  readonly #requests: ReplayRequest[] = [];
  readonly #problems: string[] = [];
  #at = 0;
  #line = 0;
  /** Start of the line after the last counted one. */
  #nextLine = 0;
  /**
   * True if a bracket was unclosed up to the end of the text. From then on, closing brackets are searched only on the
   * same line.
   */
  #unclosed = false;
  /** Last found line end and the offset where the search started. Cached because a line can be as long as the log. */
  #lineEndKnown = { from: 0, end: -1 };
  /** Start of the next request in the part of the text that was already searched. */
  #requestAt = -1;

  constructor(text: string, limits: LogLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  *read(): YieldingTask<RecordedLog> {
    let [pieces, from] = [0, 0];
    while (this.#at < this.#text.length) {
      if (this.#requests.length >= this.#limits.requests) {
        this.#problems.push(l10n.t`Only the first ${this.#limits.requests} requests are evaluated.`);
        break;
      }
      this.#next();
      pieces += 1;
      if (pieces < slicePieces && this.#at - from < sliceLength) continue;
      [pieces, from] = [0, this.#at];
      yield;
    }
    return { requests: this.#requests, problems: this.#problems };
  }

  #next(): void {
    const character = this.#text[this.#at] ?? '';
    if (character === '{' || (character === '[' && agentLine.test(this.#text.slice(this.#at, this.#at + 300))))
      this.#chunk();
    else if (/[\s,[\]\uFEFF]/.test(character)) this.#at += 1;
    else this.#words();
  }

  /**
   * Skips text up to the end of the line or up to a request on it. Logs have a time and other data before the request.
   */
  #words(): void {
    const end = this.#lineEnd(this.#at);
    const request = this.#requestFrom(this.#at);
    const words = this.#text.slice(this.#at, Math.min(end, request));
    const denials = mentionsDenial(words) ? readDenials(this.#text.slice(this.#at, end)) : [];
    if (denials.length > 0) {
      const line = this.#lineOf(this.#at);
      for (const denial of denials) {
        const { request: endpoint, detail, kind } = denial;
        const printed = detail === '' || kind === 'error' ? {} : { printed: detail };
        this.#requests.push({ endpoint, input: undefined, ...printed, denial, line });
      }
      this.#at = end;
    } else if (request < end) this.#at = request;
    else {
      this.#fault(this.#at, l10n.t`no recorded request or denial message`);
      this.#at = end;
    }
  }

  #chunk(): void {
    const start = this.#at;
    const end = this.#close(start);
    if (end === undefined) {
      this.#fault(start, l10n.t`the request is truncated`);
      this.#at = this.#lineEnd(start);
      return;
    }
    this.#at = end;
    const text = this.#text.slice(start, end);
    const [head, name] = agentLine.exec(text) ?? [];
    const read = parseRegoJson(head === undefined ? text : text.slice(head.length, -1));
    if (read.problem !== undefined) this.#fault(start, read.problem);
    else if (name !== undefined) this.#add(name, read.value, start);
    else this.#object(read.value, start);
  }

  #object(value: RegoValue, start: number): void {
    if (!(value instanceof RegoObject)) return;
    const endpoint = ['endpoint', 'kind', 'ep', 'request']
      .map((key) => value.get(key))
      .find((name) => typeof name === 'string');
    if (endpoint === undefined) this.#fault(start, l10n.t('the request name is missing (`endpoint` or `kind`)'));
    else
      this.#add(
        endpoint,
        value.get('input') ?? (value.get('kind') === undefined ? undefined : value.get('request')) ?? emptyObject,
        start,
      );
  }

  #add(endpoint: string, input: RegoValue, start: number): void {
    // The agent also logs the result of a policy with state in this format.
    const answer =
      input instanceof RegoObject &&
      input.entries.length > 0 &&
      input.entries.every(([key]) => key === 'allowed' || key === 'ops');
    if (!answer) this.#requests.push({ endpoint, input, line: this.#lineOf(start), span: { start, end: this.#at } });
  }

  /** Returns the offset after the matching closing bracket. */
  #close(start: number): number | undefined {
    const limit = this.#unclosed ? this.#lineEnd(start) : this.#text.length;
    const mark = /["{}[\]]/g;
    mark.lastIndex = start;
    let depth = 0;
    for (let found = mark.exec(this.#text); found !== null && found.index < limit; found = mark.exec(this.#text)) {
      if (found[0] === '"') {
        const end = this.#stringEnd(found.index, limit);
        if (end === undefined) break;
        mark.lastIndex = end;
      } else if (found[0] === '{' || found[0] === '[') depth += 1;
      else {
        depth -= 1;
        if (depth === 0) return found.index + 1;
      }
    }
    this.#unclosed = true;
    return undefined;
  }

  #stringEnd(start: number, limit: number): number | undefined {
    const mark = /["\\\n]/g;
    mark.lastIndex = start + 1;
    for (let found = mark.exec(this.#text); found !== null && found.index < limit; found = mark.exec(this.#text)) {
      if (found[0] === '"') return found.index + 1;
      if (found[0] === '\n') return undefined;
      mark.lastIndex = found.index + 2;
    }
    return undefined;
  }

  #lineEnd(at: number): number {
    const known = this.#lineEndKnown;
    if (known.from <= at && at <= known.end) return known.end;
    const found = this.#text.indexOf('\n', at);
    const end = found === -1 ? this.#text.length : found;
    this.#lineEndKnown = { from: at, end };
    return end;
  }

  /** Returns the start of the next request. Offsets must be ascending. */
  #requestFrom(at: number): number {
    if (this.#requestAt >= at) return this.#requestAt;
    const start = new RegExp(requestStart);
    start.lastIndex = at;
    this.#requestAt = start.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    return this.#requestAt;
  }

  /** Returns the line of an offset. Offsets must be ascending, so that lines are counted only once. */
  #lineOf(offset: number): number {
    while (this.#nextLine <= offset) {
      const end = this.#text.indexOf('\n', this.#nextLine);
      if (this.#nextLine > 0) this.#line += 1;
      this.#nextLine = end === -1 ? Number.POSITIVE_INFINITY : end + 1;
    }
    return this.#line;
  }

  #fault(start: number, what: string): void {
    const line = this.#lineOf(start);
    if (this.#problems.length < maxProblems) this.#problems.push(l10n.t`Log line ${line + 1}: ${what}.`);
  }
}
