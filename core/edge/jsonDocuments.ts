/**
 * JSON as people save answers: one, a list of them, one after the other as `cat` makes of several files, or with `---`
 * between them.
 */
import * as l10n from '@vscode/l10n';

/** Values of one text, at most. */
const most = 500;

export interface JsonTexts {
  readonly values: readonly unknown[];
  /** Why there are no more; undefined: the whole text was read. */
  readonly problem?: string;
}

/** Never throws. */
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
 * Behind white space, commas between answers, and lines of `---`. Step by step: a pattern for all of it would need a
 * stack as deep as the gap is long.
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
 * Behind the bracket that closes what begins here; undefined: it does not begin with one, or is cut. Each character is
 * looked at once, also of a text that does not end.
 */
function endOfValue(text: string, start: number): number | undefined {
  if (text[start] !== '{' && text[start] !== '[') return undefined;
  let depth = 0;
  let isInText = false;
  const mark = /["[\]{}\\]/g;
  mark.lastIndex = start;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const [sign] = found;
    // What follows it is part of the text, whatever it is; outside of texts it is no JSON anyway.
    if (sign === '\\') mark.lastIndex += 1;
    else if (sign === '"') isInText = !isInText;
    else if (!isInText) {
      depth += sign === '{' || sign === '[' ? 1 : -1;
      if (depth === 0) return mark.lastIndex;
    }
  }
  return undefined;
}
