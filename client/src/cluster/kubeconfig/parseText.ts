/** The text of a kubeconfig -> its value. Bounded; what the library says of a fault is not handed on, for it cites the text. */
import { parseDocument } from 'yaml';
import { failed, ok, type Result } from '../../../../core/result.ts';

/** Lines, items and fields; a kubeconfig of five hundred clusters has some ten thousand. */
const maxParts = 50_000;

/** @returns the value, undefined for an empty text; or what is wrong, to follow the name of the file */
export function parseText(text: string): Result<unknown, string> {
  if (hasTooManyParts(text)) return failed('has far too many entries');
  try {
    // As kubectl reads it: `yes` is true (YAML 1.1), and dates are texts. The search for repeated keys is quadratic.
    const document = parseDocument(text.replace(/^\ufeff/, ''), {
      version: '1.1',
      customTags: (tags) => tags.filter((tag) => typeof tag !== 'object' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
    const [error] = document.errors;
    if (error !== undefined) return failed(`cannot be read as YAML (line ${lineAt(text, error.pos[0])})`);
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return ok(value ?? undefined);
  } catch {
    return failed('is nested too deeply, or has too many aliases');
  }
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function hasTooManyParts(text: string): boolean {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Line ends, and , [ { : - where values begin.
    if (code === 0x0a || code === 0x0d || code === 0x2c || code === 0x5b || code === 0x7b) parts += 1;
    if (parts > maxParts) return true;
  }
  return false;
}
