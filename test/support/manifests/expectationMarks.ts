/**
 * Expectations drawn in YAML, as comments under the line they speak of:
 *
 *     logLevel: Debug
 *     #         ^^^^^ want
 *     #         ^^^^^ want osc/kataconfig-loglevel
 *
 * `# <---- want` speaks of the line's start: as many characters as the mark has dashes.
 */
export interface Mark {
  /** Zero-based, in the text without marks. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The rule named behind `want`, when one is. */
  readonly rule: string | undefined;
}

const mark = /^(\s*#\s*)(\^+|<-+)\s*want\b[ \t]*(\S*)\s*$/;

/** The text without its marks, and the marks. */
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
