/** Collects the texts that people read: messages, strings of package.json, documentation, and comments. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isJsonObject } from '#core/common/json.ts';
import { listCommentLines } from './commentLines.ts';

/** A text and the place where a contributor finds it. */
export interface ReadableText {
  /** The file, with a line number if the text is in one line. */
  readonly place: string;
  readonly text: string;
}

/** Matches files whose text isn't checked: working notes, and the glossary, which quotes wording to avoid. */
const unchecked = /-checklist\.md$|^docs\/glossary\.md$/;

function listFiles(...patterns: readonly string[]): readonly string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));
}

/** Returns the strings of a file of messages: l10n/bundle.l10n.json or package.nls.json. */
function readStrings(file: string): readonly ReadableText[] {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJsonObject(parsed)) throw new Error(`${file}: expected a JSON object.`);
  return Object.values(parsed).flatMap((value) => {
    const text = isJsonObject(value) ? value['message'] : value;
    return typeof text === 'string' ? [{ place: file, text }] : [];
  });
}

/** Returns the lines of Markdown files outside code blocks. */
export function listProse(file: string, markdown: string): readonly ReadableText[] {
  let isCode = false;
  return markdown.split('\n').flatMap((text, index) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) isCode = !isCode;
    return isFence || isCode || text.trim() === '' ? [] : [{ place: `${file}:${index + 1}`, text }];
  });
}

/** Returns the comments that have a line of their own, one for each line. */
export function listComments(file: string, source: string): readonly ReadableText[] {
  return listCommentLines(source).map(({ line, text }) => ({ place: `${file}:${line}`, text }));
}

const read = (file: string) => readFileSync(file, 'utf8');

/** Returns the English messages, the strings of package.json, and the prose of all Markdown files. */
export function listMessagesAndPages(): readonly ReadableText[] {
  return [
    ...readStrings('l10n/bundle.l10n.json'),
    ...readStrings('package.nls.json'),
    ...listFiles('*.md')
      .filter((file) => !unchecked.test(file))
      .flatMap((file) => listProse(file, read(file))),
  ];
}

/** Returns the comments of all source files. */
export function listSourceComments(): readonly ReadableText[] {
  return listFiles('*.ts', '*.mjs').flatMap((file) => listComments(file, read(file)));
}
