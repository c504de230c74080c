/**
 * Detects a callout number that was copied from the documentation together with a quoted value. Such a number makes the
 * line invalid.
 */
import { parseByLibrary, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { splitTextLines } from './textLines.ts';

/** Matches a callout number that was pasted after a quoted value. */
const callout = /^(.*["'\]}])([ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473]))[ \t]*(?:#.*)?$/;

/** Maximum length of a document. A longer document probably wasn't pasted from the documentation. */
export const maxLength = 10_000;
const maxLine = 500;
/** Maximum number of callouts in one document. */
const maxCallouts = 10;

/** Returns the first problem of the parser, except for duplicate keys, which can be parsed. */
export function firstProblem(text: string): SyntaxProblem | undefined {
  return parseByLibrary(text).problems.find(({ code }) => code !== 'DUPLICATE_KEY');
}

/** Returns the callout in the line of a problem. */
export function pastedCallout(text: string, problem: SyntaxProblem): Span | undefined {
  const start = getLineStart(text, problem.start);
  const end = lineTextEnd(text, start);
  // The pattern takes quadratic time, and lines of the documentation are short.
  if (end - start > maxLine) return undefined;
  const match = callout.exec(text.slice(start, end));
  if (match === null) return undefined;
  const at = start + (match[1] ?? '').length;
  return { start: at, end: at + (match[2] ?? '').length };
}

/**
 * Returns whether the text can be parsed without these callouts. They're definitely callouts only if nothing else is
 * wrong.
 */
export function readsWithoutCallouts(text: string): boolean {
  if (text.length > maxLength) return false;
  let callouts = 0;
  const rest = splitTextLines(text).map(({ text: line, block }) => {
    const match = block || line.length > maxLine ? null : callout.exec(line);
    if (match === null) return line;
    callouts += 1;
    return match[1] ?? line;
  });
  return callouts <= maxCallouts && firstProblem(callouts === 0 ? text : rest.join('\n')) === undefined;
}

/**
 * Matches a callout after a value, or in a comment after it. The manifest was then copied together with its callouts.
 */
const anyCallout = /[ \t](?:#[ \t]*)?(?:<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473])[ \t]*$|[:-][ \t]+[^ \t#].*[ \t]1[ \t]*$/;

/** Returns whether the manifest contains callouts. */
export function hasCallouts(text: string): boolean {
  return splitTextLines(text).some(
    ({ text: line, block }) => !block && line.length <= maxLine && anyCallout.test(line),
  );
}

/** Returns the end of the line at an offset, without its line break. */
export function lineTextEnd(text: string, offset: number): number {
  const end = getLineEnd(text, offset);
  return end - (/(?:\r?\n|\r)$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0);
}
