/** A callout number of the documentation behind a quoted value, where it makes the line unreadable. */
import { parseByLibrary, type SyntaxProblem } from '../../documents/parse.ts';
import { lineEnd, lineStart } from '../edits.ts';
import type { Span } from '../rule.ts';

/** A number that the documentation prints behind a line, pasted after a quoted value. */
const callout = /^(.*["'\]}])([ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473]))[ \t]*(?:#.*)?$/;

const maxLine = 500;
/** So many callouts in one document are believed to be callouts. */
const maxCallouts = 10;

/** What the reader found first, but for keys that stand twice, which can be read. */
export function firstProblem(text: string): SyntaxProblem | undefined {
  return parseByLibrary(text).problems.find(({ code }) => code !== 'DUPLICATE_KEY');
}

/** The callout in the line of a problem. */
export function pastedCallout(text: string, problem: SyntaxProblem): Span | undefined {
  const start = lineStart(text, problem.start);
  const end = lineTextEnd(text, start);
  // The expression is quadratic; lines of the documentation are short.
  if (end - start > maxLine) return undefined;
  const match = callout.exec(text.slice(start, end));
  if (match === null) return undefined;
  const at = start + (match[1] ?? '').length;
  return { start: at, end: at + (match[2] ?? '').length };
}

/** It can be read, but perhaps for such callouts. Only where they are all that is wrong are they callouts for certain. */
export function readsWithoutCallouts(text: string): boolean {
  let rest = text;
  for (let count = 0; count <= maxCallouts; count += 1) {
    const problem = firstProblem(rest);
    if (problem === undefined) return true;
    const found = pastedCallout(rest, problem);
    if (found === undefined) return false;
    rest = rest.slice(0, found.start) + rest.slice(found.end);
  }
  return false;
}

/** Where the line of an offset ends, without its line end. */
export function lineTextEnd(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return end - (/(?:\r?\n|\r)$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0);
}
