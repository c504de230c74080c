/**
 * Parses JSON in the forms in which users save responses: one document, a list, several concatenated documents, or
 * documents separated by `---`.
 */
import * as l10n from '@vscode/l10n';

/** Maximum number of values in one text. */
const most = 500;

export interface JsonTexts {
  readonly values: readonly unknown[];
  /** Reason the text wasn't read completely. Undefined if it was. */
  readonly problem?: string;
}

/** Parses the documents. Never throws. */
export function parseJsonDocuments(text: string): JsonTexts {
  const own = text.replace(/^\uFEFF/, '');
  const whole = parse(own);
  if (whole.ok) return { values: [whole.value] };
  const values: unknown[] = [];
  let at = 0;
  for (;;) {
    at = afterGap(own, at);
    if (at >= own.length) return values.length === 0 ? { values, problem: l10n.t`it's empty` } : { values };
    if (values.length >= most) return { values, problem: l10n.t`only the first ${most} responses were read` };
    const end = endOfValue(own, at);
    const one = end === undefined ? undefined : parse(own.slice(at, end));
    if (end === undefined || one?.ok !== true)
      return {
        values,
        problem: values.length === 0 ? l10n.t`it isn't JSON` : l10n.t`the content after the last response isn't JSON`,
      };
    values.push(one.value);
    at = end;
  }
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/**
 * Returns the position after white space, commas between responses, and `---` lines. Advances step by step, because a
 * single pattern could overflow the stack on a long gap.
 */
function afterGap(text: string, start: number): number {
  const blanks = /[\s,]*/y;
  const dashes = /-{3,}[^\S\n]*(?=\n|$)/y;
  let at = start;
  for (;;) {
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    if (at > 0 && text[at - 1] !== '\n') return at;
    dashes.lastIndex = at;
    const marker = dashes.exec(text)?.[0].length ?? 0;
    if (marker === 0) return at;
    at += marker;
  }
}

/**
 * Returns the position after the closing bracket of a value. Returns undefined if the value doesn't start with a
 * bracket or is truncated. Reads each character only once, even if the text doesn't end.
 */
function endOfValue(text: string, start: number): number | undefined {
  if (text[start] !== '{' && text[start] !== '[') return undefined;
  let depth = 0;
  let isInText = false;
  const mark = /["[\]{}\\]/g;
  mark.lastIndex = start;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const [sign] = found;
    // Skips the escaped character in a string. Outside of strings, a backslash isn't valid JSON.
    if (sign === '\\') mark.lastIndex += 1;
    else if (sign === '"') isInText = !isInText;
    else if (!isInText) {
      depth += sign === '{' || sign === '[' ? 1 : -1;
      if (depth === 0) return mark.lastIndex;
    }
  }
  return undefined;
}
