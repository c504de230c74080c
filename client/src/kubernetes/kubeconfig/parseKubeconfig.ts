/**
 * Parses the text of a kubeconfig within limits. Doesn't forward error messages of the YAML library, because they quote
 * the text.
 */
import * as l10n from '@vscode/l10n';
import {
  Composer,
  CST,
  Lexer,
  Parser,
  type Document,
  type ParseOptions,
  type DocumentOptions,
  type SchemaOptions,
} from 'yaml';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { isNestedTooDeeply } from '#core/text/nestingDepth.ts';

/** Maximum number of lines, items, fields, and special characters. A kubeconfig with 500 clusters has about 80,000. */
const maxParts = 100_000;
/** Maximum number of merge keys, because each one copies a whole mapping. */
const maxMerges = 20;

/**
 * Parser options that match kubectl: `yes` is true (YAML 1.1), and dates are strings. The check for duplicate keys is
 * off because its cost is quadratic.
 */
const options: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  customTags: (tags) => tags.filter((tag) => typeof tag !== 'object' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
};

/**
 * Parses a kubeconfig.
 * @returns the value, undefined for an empty text, or an error message to show after the file name
 */
export function parseText(raw: string): Result<unknown, string> {
  const text = withoutMark(raw);
  const read = parseDocument(text);
  if (!read.ok) return read;
  try {
    const value: unknown = read.value?.toJS({ maxAliasCount: 100 });
    return succeed(value ?? undefined);
  } catch {
    return fail(nestedTooDeeply());
  }
}

/** Removes the byte order mark. */
export function withoutMark(raw: string): string {
  return raw.replace(/^\ufeff/, '');
}

function nestedTooDeeply(): string {
  return l10n.t({
    message: 'nested too deeply, or too many aliases',
    args: [],
    comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
  });
}

/**
 * Parses a kubeconfig into a document with the positions of its values.
 * @param text the text without a byte order mark
 * @returns the document, undefined for an empty text, or an error message to show after the file name
 */
export function parseDocument(text: string): Result<Document.Parsed | undefined, string> {
  if (hasTooManyParts(text))
    return fail(
      l10n.t({
        message: 'too many entries',
        args: [],
        comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
      }),
    );
  try {
    const tokens = tokensOf(text);
    if (!tokens.ok) return fail(faultAt(text, tokens.error));
    if (isNestedTooDeeply(tokens.value)) return fail(nestedTooDeeply());
    const document = firstDocument(tokens.value, text.length);
    const [error] = document?.errors ?? [];
    return error === undefined ? succeed(document) : fail(faultAt(text, error.pos[0]));
  } catch {
    return fail(nestedTooDeeply());
  }
}

/**
 * Tokenizes the text and stops at the first error. The library would continue, and each further error costs time.
 * @returns the tokens, or the position of the error
 */
function tokensOf(text: string): Result<readonly CST.Token[], number> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    if (CST.tokenType(lexeme) === 'flow-error-end') return fail(parser.offset);
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') return fail(token.offset);
      tokens.push(token);
    }
  }
  tokens.push(...parser.end());
  return succeed(tokens);
}

function firstDocument(tokens: readonly CST.Token[], length: number): Document.Parsed | undefined {
  for (const document of new Composer(options).compose(tokens, true, length)) return document;
  return undefined;
}

function faultAt(text: string, position: number): string {
  return l10n.t({
    message: 'invalid YAML (line {0})',
    args: [lineAt(text, position)],
    comment: ['A problem of a kubeconfig file, after the name of the file and a colon. {0} is a line number.'],
  });
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/**
 * Matches the parts that count toward the limit: characters that start or end a value or a field, and special
 * characters. Dashes and similar characters match only in positions where YAML interprets them, because names often
 * contain them. A backslash also matches, because an invalid escape is an error.
 */
const part = /[\n\r,[\]{}]|[-?:](?=[\s,[\]{}]|$)|(?<=["']):|["'\\]|(?<=^|[\s,[\]{}])[&*!]|<</gm;

function hasTooManyParts(text: string): boolean {
  let [parts, merges] = [0, 0];
  for (const [mark] of text.matchAll(part)) {
    // A quoted string has two quotes.
    parts += mark === '"' || mark === "'" ? 0.5 : 1;
    if (mark === '<<') merges += 1;
    if (parts > maxParts || merges > maxMerges) return true;
  }
  return false;
}
