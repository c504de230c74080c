/** A callout number of the documentation behind a quoted value, where it makes the line unreadable. */
import { parseByLibrary, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { splitTextLines } from './textLines.ts';

/** A number that the documentation prints behind a line, pasted after a quoted value. */
const callout = /^(.*["'\]}])([ \t]+(?:\d{1,2}|<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473]))[ \t]*(?:#.*)?$/;

/** Longer documents were not pasted from anywhere. */
export const maxLength = 10_000;
const maxLine = 500;
/** So many callouts in one document are believed to be callouts. */
const maxCallouts = 10;

/** What the reader found first, but for keys that stand twice, which can be read. */
export function firstProblem(text: string): SyntaxProblem | undefined {
  return parseByLibrary(text).problems.find(({ code }) => code !== 'DUPLICATE_KEY');
}

/** The callout in the line of a problem. */
export function pastedCallout(text: string, problem: SyntaxProblem): Span | undefined {
  const start = getLineStart(text, problem.start);
  const end = lineTextEnd(text, start);
  // The expression is quadratic; lines of the documentation are short.
  if (end - start > maxLine) return undefined;
  const match = callout.exec(text.slice(start, end));
  if (match === null) return undefined;
  const at = start + (match[1] ?? '').length;
  return { start: at, end: at + (match[2] ?? '').length };
}

/**
 * It can be read, but perhaps for such callouts. Only where they are all that is wrong are they callouts for certain.
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

/** Behind a value, or in a comment of its own behind it: the manifest was copied with the callouts of its legend. */
const anyCallout = /[ \t](?:#[ \t]*)?(?:<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473])[ \t]*$|[:-][ \t]+[^ \t#].*[ \t]1[ \t]*$/;

/** The manifest has callouts itself. */
export function hasCallouts(text: string): boolean {
  return splitTextLines(text).some(
    ({ text: line, block }) => !block && line.length <= maxLine && anyCallout.test(line),
  );
}

/** Where the line of an offset ends, without its line end. */
export function lineTextEnd(text: string, offset: number): number {
  const end = getLineEnd(text, offset);
  return end - (/(?:\r?\n|\r)$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0);
}
