/** Parses JSON to values without losing digits of numbers. */
import * as l10n from '@vscode/l10n';
import { formatAlternatives } from '#core/text/grammar.ts';
import { freeOfCharge, type Charge } from '../evaluate/limits.ts';
import { fromDouble, maximalBits, parseNumber } from './numbers.ts';
import { costOfReading } from './numberSize.ts';
import { makeObject, maximalDepth, RegoArray, ValueTooLarge, type RegoEntry, type RegoValue } from './values.ts';

/** Maximum length of a number that costs no more to parse than other text, in characters. */
const usualDigits = 300;
/** Maximum nesting depth, as in the engine's JSON parser. */
const maximalNesting = 127;

export type JsonResult =
  | { readonly value: RegoValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

class JsonProblem extends Error {}

/**
 * Parses JSON. If the JSON is invalid, returns a message. Charges only long numbers, because all other work is
 * proportional to the text.
 */
export const parseRegoJson = (text: string, charge = freeOfCharge): JsonResult => {
  try {
    return { value: new JsonReader(text, charge).read() };
  } catch (error) {
    if (error instanceof JsonProblem || error instanceof ValueTooLarge) return { problem: error.message };
    throw error;
  }
};

const plain = /[^"\\\u0000-\u001f]*/y; // oxlint-disable-line no-control-regex
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const blank = /[ \t\r\n]*/y;

class JsonReader {
  private readonly text: string;
  private readonly charge: Charge;
  private at = 0;

  constructor(text: string, charge: Charge) {
    this.text = text;
    this.charge = charge;
  }

  read(): RegoValue {
    const value = this.value(0);
    this.take(blank);
    if (this.at < this.text.length) throw this.problem(l10n.t`end of input`);
    return value;
  }

  private problem(expected: string): JsonProblem {
    return new JsonProblem(l10n.t`invalid JSON at character ${this.at + 1}: expected ${expected}`);
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [taken] = pattern.exec(this.text) ?? [];
    if (taken !== undefined) this.at += taken.length;
    return taken;
  }

  private next(token: string): boolean {
    this.take(blank);
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private value(nesting: number): RegoValue {
    if (nesting > maximalNesting) throw new JsonProblem(l10n.t`JSON is nested more than ${maximalNesting} levels deep`);
    if (this.next('{')) return this.object(nesting);
    if (this.next('[')) return this.array(nesting);
    if (this.next('true')) return true;
    if (this.next('false')) return false;
    if (this.next('null')) return null;
    if (this.text[this.at] === '"') return this.string();
    const written = this.take(number);
    if (written !== undefined && written.length > usualDigits)
      this.charge.spend(costOfReading(written.length, maximalBits));
    const parsed = written === undefined || written === '' ? undefined : parseNumber(written);
    if (parsed === undefined) throw this.problem(l10n.t`a value`);
    return parsed;
  }

  private string(): string {
    this.take(blank);
    const start = this.at;
    if (this.text[start] !== '"') throw this.problem(l10n.t`a string`);
    this.at += 1;
    // Matches piece by piece, because a single expression would overflow the stack with strings of a few MB.
    do this.take(plain);
    while (this.take(escape) !== undefined);
    if (this.text[this.at] !== '"') {
      this.at = start;
      throw this.problem(l10n.t`a string`);
    }
    this.at += 1;
    const parsed: unknown = JSON.parse(this.text.slice(start, this.at));
    return typeof parsed === 'string' ? parsed : '';
  }

  private array(nesting: number): RegoValue {
    const items: RegoValue[] = [];
    if (this.next(']')) return new RegoArray(items);
    do items.push(this.value(nesting + 1));
    while (this.next(','));
    if (!this.next(']')) throw this.problem(formatAlternatives(['`,`', '`]`']));
    return new RegoArray(items);
  }

  private object(nesting: number): RegoValue {
    const entries: RegoEntry[] = [];
    if (this.next('}')) return makeObject(entries);
    do {
      const key = this.string();
      if (!this.next(':')) throw this.problem('`:`');
      entries.push([key, this.value(nesting + 1)]);
    } while (this.next(','));
    if (!this.next('}')) throw this.problem(formatAlternatives(['`,`', '`}`']));
    return makeObject(entries);
  }
}

/**
 * Converts JavaScript values to values of the engine. Omits values that JSON doesn't support, as JSON.stringify does.
 * For external text, use `parseRegoJson`, which doesn't throw.
 * @throws `ValueTooLarge` if a value exceeds the limits
 */
export const fromJson = (json: unknown, nesting = 0): RegoValue => {
  if (nesting > maximalDepth) throw new ValueTooLarge(`a value is nested more than ${maximalDepth} levels deep`);
  if (typeof json === 'string' || typeof json === 'boolean' || typeof json === 'bigint') return json;
  if (typeof json === 'number') return fromDouble(json);
  if (Array.isArray(json)) return new RegoArray(json.map((item) => fromJson(item, nesting + 1)));
  if (typeof json !== 'object' || json === null) return null;
  return makeObject(
    Object.entries(json)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]): RegoEntry => [key, fromJson(item, nesting + 1)]),
  );
};
