/** Reads files with objects: YAML with one object or a list, or output of `oc describe`. */
import { Composer, isMap, isScalar, isSeq, LineCounter, Parser, type CST, type Document } from 'yaml';
import { parseDescribe } from '#core/oc/parseDescribe.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { isNestedTooDeeply } from '#core/text/nestingDepth.ts';
import { quoteHidden } from '#core/redaction/index.ts';
import type { MustGatherBudget } from '../limits/budget.ts';
import { fileLimits, type FileLimits } from '../limits/limits.ts';
import { countParts, listPieces, type ListPieces } from './listPieces.ts';
import { UnsupportedYamlError, PlainValues } from './plainValue.ts';

/** An object and its lines in the file. */
export interface RawObject {
  readonly raw: unknown;
  /** The first line and the line after the last, starting at 0. */
  readonly from: number;
  readonly to: number;
}

/** The reason why no objects could be read: the text isn't valid YAML, or an object has too many parts. */
export type YamlProblem = 'invalid' | 'parts';

/** Thrown if a text isn't YAML. */
class InvalidYamlError extends Error {}

/**
 * Reads all objects in a text. The time is proportional to its length, and the memory to the results of `read`. Throws
 * `BudgetSpent`.
 * @param read returns the required data of an object, or undefined if none is required
 */
export function readYamlObjects<T>(
  written: string,
  budget: MustGatherBudget,
  read: (object: RawObject) => T | undefined,
  limits: FileLimits = fileLimits,
): Result<readonly T[], YamlProblem> {
  // Redacted values without quotation marks would make the whole file invalid.
  const text = quoteHidden(written);
  const list = listPieces(text, limits.partsOfPiece);
  if (list !== undefined) {
    const isTooLarge = [list.frame, ...list.pieces.map((piece) => piece.text)].some(
      (one) => countParts(one, limits.partsAtOnce + 1) > limits.partsAtOnce,
    );
    if (isTooLarge) return fail('parts');
    const items = readListOf(list, budget, read, limits);
    if (items !== undefined) return succeed(items);
  }
  // If the text isn't in the format of oc, the parser reads it as a whole.
  if (countParts(text, limits.partsAtOnce + 1) > limits.partsAtOnce) return fail('parts');
  const found: T[] = [];
  const isRead = isYaml(() => {
    const lines = new LineCounter();
    for (const document of documentsOf(text, lines, budget))
      take(found, objectsOf(document, limits), { lines, from: 0, end: text.length }, budget, read);
  });
  return isRead ? succeed(found) : fail('invalid');
}

/** Reads output of `oc describe`. Never fails. Other texts contain no objects. */
export function objectsInDescription(text: string): readonly RawObject[] {
  return parseDescribe(text).map(({ object, from, to }) => ({ raw: object, from, to }));
}

/** Reads a list in pieces. Returns undefined if the pieces aren't valid YAML. */
function readListOf<T>(
  { frame, pieces }: ListPieces,
  budget: MustGatherBudget,
  read: (object: RawObject) => T | undefined,
  limits: FileLimits,
): readonly T[] | undefined {
  const found: T[] = [];
  const isRead = isYaml(() => {
    const frames = [...documentsOf(frame, undefined, budget)];
    if (
      frames.some(
        ({ contents }) => contents !== null && !isMap(contents) && !(isScalar(contents) && contents.value === null),
      )
    )
      throw new InvalidYamlError();
    for (const { text, line } of pieces) {
      const lines = new LineCounter();
      for (const { contents } of documentsOf(text, lines, budget)) {
        if (!isSeq(contents)) throw new InvalidYamlError();
        const values = new PlainValues(limits);
        take(found, itemsOf(contents.items, values), { lines, from: line, end: text.length }, budget, read);
      }
    }
  });
  return isRead ? found : undefined;
}

/** Returns whether the work found only valid YAML. The parser can run out of stack space in deeply nested text. */
function isYaml(work: () => void): boolean {
  const { stackTraceLimit } = Error;
  // The parser creates an error for each problem, and the stack of each error would take 2 kB of memory.
  Error.stackTraceLimit = 0;
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof InvalidYamlError || error instanceof UnsupportedYamlError || error instanceof RangeError)
      return false;
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Returns the documents one at a time, because a file can contain any number of them. */
function* documentsOf(
  text: string,
  lines: LineCounter | undefined,
  budget: MustGatherBudget,
): Generator<Document.Parsed> {
  const composer = new Composer({ uniqueKeys: false, logLevel: 'silent', schema: 'core' });
  for (const document of composer.compose(tokensOf(text, lines))) {
    budget.use('documents');
    budget.checkTime();
    if (document.errors.length > 0) throw new InvalidYamlError();
    yield document;
  }
}

/** Yields the tokens of a text, unless they are nested too deeply. */
function* tokensOf(text: string, lines: LineCounter | undefined): Generator<CST.Token> {
  for (const token of new Parser(lines?.addNewLine).parse(text)) {
    if (isNestedTooDeeply([token])) throw new InvalidYamlError();
    yield token;
  }
}

interface Positioned {
  readonly value: unknown;
  /** Offsets in the text. */
  readonly range: readonly number[];
}

/** Returns the items of a list, or the single object of the document. */
function* objectsOf({ contents }: Document.Parsed, limits: FileLimits): Generator<Positioned> {
  if (!isMap(contents)) return;
  const values = new PlainValues(limits);
  const list = contents.items.find(({ key }) => isScalar(key) && key.value === 'items')?.value;
  if (!isSeq(list)) {
    yield { value: values.of(contents), range: contents.range ?? [] };
    return;
  }
  for (const { key, value } of contents.items) {
    if (value === list) yield* itemsOf(list.items, values);
    // The node can contain anchors for aliases in the items.
    else [key, value].forEach((node) => values.of(node));
  }
}

function* itemsOf(items: readonly unknown[], values: PlainValues): Generator<Positioned> {
  for (const item of items) {
    const value = values.of(item);
    if (isMap(item)) yield { value, range: item.range ?? [] };
  }
}

interface Place {
  readonly lines: LineCounter;
  /** The first line of the text. */
  readonly from: number;
  /** The length of the text. */
  readonly end: number;
}

function take<T>(
  found: T[],
  objects: Iterable<Positioned>,
  { lines, from, end }: Place,
  budget: MustGatherBudget,
  read: (object: RawObject) => T | undefined,
): void {
  for (const { value, range } of objects) {
    budget.use('objects');
    const [start = 0, , stop = end] = range;
    const object = read({
      raw: value,
      from: from + lines.linePos(start).line - 1,
      to: from + lines.linePos(stop).line,
    });
    if (object !== undefined) found.push(object);
  }
}
