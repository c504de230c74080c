/**
 * The text of a kubeconfig -> its value. Bounded; what the library says of a fault is not handed on, for it cites the
 * text.
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

/** Lines, items, fields and marks; a kubeconfig of five hundred clusters has some eighty thousand. */
const maxParts = 100_000;
/** Each merge copies a whole map. */
const maxMerges = 20;

/** As kubectl reads it: `yes` is true (YAML 1.1), and dates are texts. The search for repeated keys is quadratic. */
const options: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  customTags: (tags) => tags.filter((tag) => typeof tag !== 'object' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
};

/** @returns the value, undefined for an empty text; or what is wrong, to follow the name of the file */
export function parseText(raw: string): Result<unknown, string> {
  const text = raw.replace(/^\ufeff/, '');
  if (hasTooManyParts(text))
    return fail(
      l10n.t({
        message: 'too many entries',
        args: [],
        comment: ['Stands alone, after the name of a file and a colon.'],
      }),
    );
  try {
    const tokens = tokensOf(text);
    if (!tokens.ok) return fail(faultAt(text, tokens.error));
    const document = firstDocument(tokens.value, text.length);
    const [error] = document?.errors ?? [];
    if (error !== undefined) return fail(faultAt(text, error.pos[0]));
    const value: unknown = document?.toJS({ maxAliasCount: 100 });
    return succeed(value ?? undefined);
  } catch {
    return fail(
      l10n.t({
        message: 'nested too deeply, or too many aliases',
        args: [],
        comment: ['Stands alone, after the name of a file and a colon.'],
      }),
    );
  }
}

/** Ends at the first fault: the library goes on, and each further one costs it time. @returns the place of the fault */
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
    comment: ['Stands alone, after the name of a file and a colon.'],
  });
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/**
 * Where a value, a field or a mark begins or ends. Dashes and the like count only where they can be one: names are full
 * of them. Bad escapes are faults, too.
 */
const part = /[\n\r,[\]{}]|[-?:](?=[\s,[\]{}]|$)|(?<=["']):|["'\\]|(?<=^|[\s,[\]{}])[&*!]|<</gm;

function hasTooManyParts(text: string): boolean {
  let [parts, merges] = [0, 0];
  for (const [mark] of text.matchAll(part)) {
    // Of quotes it takes two.
    parts += mark === '"' || mark === "'" ? 0.5 : 1;
    if (mark === '<<') merges += 1;
    if (parts > maxParts || merges > maxMerges) return true;
  }
  return false;
}
