/** Converts problems of the initdata parser to findings. */
import type { Severity } from '#core/common/severity.ts';
import type { DocumentCode, InitdataDocument } from '../document.ts';
import { readInnerFiles, type InnerFiles } from '../innerFiles.ts';
import type { InnerCode, InnerProblem } from '../innerProblem.ts';
import type { InitdataProblem, ProblemLevel } from '#server/engine/encoding/problem.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import { addConsequence } from '#core/text/grammar.ts';
import { cutText } from '#core/text/sanitize.ts';

const inner = new WeakMap<InitdataDocument, { readonly now: number; readonly files: InnerFiles }>();

/** Returns the files in a document. Cached because several rules need them. */
export function innerFilesOf(document: InitdataDocument, now: number): InnerFiles {
  const known = inner.get(document);
  if (known?.now === now) return known.files;
  const files = readInnerFiles(document, new Date(now));
  inner.set(document, { now, files });
  return files;
}

const severities: Readonly<Record<ProblemLevel, Severity>> = {
  error: 'error',
  warning: 'warning',
  information: 'info',
};

/** Converts a problem to a finding. Appends the consequence if the message is short. */
export function toInitdataFinding(found: InitdataProblem, comes: string, fixes: readonly Fix[] = []): Finding {
  const { range, level } = found;
  const message = found.message.replaceAll('`', '').replaceAll(/\s+/g, ' ');
  const whole = message.length + comes.length < 200 ? addConsequence(message, comes) : message;
  return {
    start: range.start,
    end: range.end,
    severity: severities[level],
    message: cutText(whole, 240, '...'),
    fixes,
  };
}

/** Returns the problems of a document with one of these codes. */
export function selectDocumentProblems(
  { problems }: InitdataDocument,
  ...codes: readonly DocumentCode[]
): readonly InitdataProblem<DocumentCode>[] {
  return problems.filter(({ code }) => codes.includes(code));
}

/**
 * Returns the problems of the embedded files, limited to certain codes.
 * @param wanted returns whether to include problems with a code
 */
export function innerProblems(
  document: InitdataDocument,
  now: number,
  wanted: (code: InnerCode) => boolean,
): readonly InnerProblem[] {
  return innerFilesOf(document, now).problems.filter(({ code }) => wanted(code));
}

/** Creates a fix with one edit. */
export function createInitdataFix(
  title: string,
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
  sure: boolean,
): Fix[] {
  return [{ title, edits: [{ start, end, text }], sure }];
}
