/**
 * Reads expected findings from YAML comments under the line that they refer to:
 *
 *     logLevel: Debug
 *     #         ^^^^^ want
 *     #         ^^^^^ want osc/kataconfig-loglevel
 *
 * `# <---- want` refers to the start of the line: as many characters as the mark has dashes.
 */
export interface Mark {
  /** Zero-based line in the text without marks. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** Rule after `want`, if any. */
  readonly rule: string | undefined;
}

const mark = /^(\s*#\s*)(\^+|<-+)\s*want\b[ \t]*(\S*)\s*$/;

/** Returns the text without its marks, and the marks. */
export function readMarks(marked: string): { text: string; marks: Mark[] } {
  const lines: string[] = [];
  const marks: Mark[] = [];
  for (const line of marked.replace(/^\n/, '').split('\n')) {
    const match = mark.exec(line);
    if (match === null) {
      lines.push(line);
      continue;
    }
    const [, before = '', sign = '', rule] = match;
    const atStart = sign.startsWith('<');
    marks.push({
      line: lines.length - 1,
      column: atStart ? 0 : before.length,
      length: atStart ? sign.length - 1 : sign.length,
      rule: rule === '' ? undefined : rule,
    });
  }
  return { text: lines.join('\n'), marks };
}
