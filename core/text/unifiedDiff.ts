/** Formats changes as a unified diff, which `git apply` and `patch -p1` can apply. */

/** A change of a text: the characters from `start` up to `end` are replaced. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Number of unchanged lines before and after a change. */
const context = 3;

/** Consecutive lines that change. */
interface ChangedLines {
  /** Index of the first line. */
  readonly start: number;
  /** Index after the last line. */
  readonly end: number;
  readonly added: readonly string[];
}

/**
 * Returns the diff, or an empty text if nothing changes.
 * @param name name of the file
 * @param changes sorted by position, without overlaps
 */
export function formatUnifiedDiff(name: string, text: string, changes: readonly TextChange[]): string {
  const lines = splitLines(text);
  const hunks = groupLines(changedLines(text, lines, changes));
  if (hunks.length === 0) return '';
  let shift = 0;
  const formatted = hunks.map((hunk) => {
    const { header, body, growth } = formatHunk(lines, hunk, shift);
    shift += growth;
    return `${header}\n${body}`;
  });
  return `--- ${quoteFileName(`a/${name}`)}\n+++ ${quoteFileName(`b/${name}`)}\n${formatted.join('')}`;
}

/** Quotes a file name like Git, so that a line break in it can't start another line of the diff. */
function quoteFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- file names can contain control characters
  const special = /[\u0000-\u001f\u007f"\\]/;
  return special.test(name)
    ? JSON.stringify(name)
        .replaceAll(/\\u00([0-9a-f]{2})/g, toOctal)
        .replaceAll('\u007f', '\\177')
    : name;
}

/** Returns the octal escape that Git uses for a character. */
function toOctal(_: string, hexadecimal: string): string {
  return `\\${Number.parseInt(hexadecimal, 16).toString(8).padStart(3, '0')}`;
}

/** Splits a text after its line feeds. Only the last line can lack one. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns the lines that differ, and combines changes on the same line. */
function changedLines(text: string, lines: readonly string[], changes: readonly TextChange[]): readonly ChangedLines[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length;
  }
  const lineAt = (at: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= at),
    );
  const out: { start: number; end: number; changes: TextChange[] }[] = [];
  for (const change of changes) {
    const start = lineAt(change.start);
    const end = Math.min(lines.length, lineAt(Math.max(change.start, change.end)) + 1);
    const last = out.at(-1);
    if (last === undefined || start >= last.end) out.push({ start, end, changes: [change] });
    else {
      last.end = Math.max(last.end, end);
      last.changes.push(change);
    }
  }
  return out.flatMap((range) => {
    const from = starts[range.start] ?? 0;
    const to = range.end < lines.length ? (starts[range.end] ?? text.length) : text.length;
    let added = '';
    let at = from;
    for (const change of range.changes) {
      added += text.slice(at, change.start) + change.text;
      at = change.end;
    }
    return trimmed(lines, { start: range.start, end: range.end, added: splitLines(added + text.slice(at, to)) });
  });
}

/** Removes the lines at the start and the end that don't change. */
function trimmed(lines: readonly string[], { start, end, added }: ChangedLines): readonly ChangedLines[] {
  let [from, to] = [start, end];
  let [first, last] = [0, added.length];
  while (from < to && first < last && lines[from] === added[first]) {
    from += 1;
    first += 1;
  }
  while (to > from && last > first && lines[to - 1] === added[last - 1]) {
    to -= 1;
    last -= 1;
  }
  return from === to && first === last ? [] : [{ start: from, end: to, added: added.slice(first, last) }];
}

/** Groups changes whose context would overlap. */
function groupLines(changes: readonly ChangedLines[]): readonly (readonly ChangedLines[])[] {
  const groups: ChangedLines[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && change.start - before.end <= 2 * context) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function formatHunk(
  lines: readonly string[],
  changes: readonly ChangedLines[],
  shift: number,
): { readonly header: string; readonly body: string; readonly growth: number } {
  const start = Math.max(0, (changes[0]?.start ?? 0) - context);
  const end = Math.min(lines.length, (changes.at(-1)?.end ?? 0) + context);
  const out: string[] = [];
  let at = start;
  let growth = 0;
  for (const change of changes) {
    out.push(...lines.slice(at, change.start).map((line) => formatLine(' ', line)));
    out.push(...lines.slice(change.start, change.end).map((line) => formatLine('-', line)));
    out.push(...change.added.map((line) => formatLine('+', line)));
    growth += change.added.length - (change.end - change.start);
    at = change.end;
  }
  out.push(...lines.slice(at, end).map((line) => formatLine(' ', line)));
  const before = range(start, end - start);
  const after = range(start + shift, end - start + growth);
  return { header: `@@ -${before} +${after} @@`, body: out.join(''), growth };
}

/** Formats the position of a hunk. An empty range is before its first line. */
function range(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function formatLine(sign: string, line: string): string {
  return line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}
