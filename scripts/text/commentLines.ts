/** Finds comments in TypeScript without parsing it: lines that contain only a comment or a part of one. */

/** A line that contains only a comment or a part of one. */
export interface CommentLine {
  /** Line number from 1. */
  readonly line: number;
  /** Text without the comment marker. */
  readonly text: string;
  /** Length of the whole line, in characters. */
  readonly columns: number;
}

/** Matches comments that are directives for tools. They must stay on one line, and their wording isn't checked. */
const directive = /^(?:oxlint|eslint|cspell|@ts-)/;

/** Returns the comment lines of a source file, except directives for tools. */
export function listCommentLines(source: string): readonly CommentLine[] {
  return source.split('\n').flatMap((content, index) => {
    const text = /^\s*(?:\/\/|\/\*\*?|\*)\s(?<text>.*)$/.exec(content)?.groups?.['text']?.trim();
    return text === undefined || directive.test(text) ? [] : [{ line: index + 1, text, columns: content.length }];
  });
}
