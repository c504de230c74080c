/** Describes an object in a file of a must-gather. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { parse } from 'yaml';
import { isJsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { describeObject } from '#core/oc/describe/describeObject.ts';
import { quoteHidden } from '#core/redaction/index.ts';
import { sanitizeLines } from '#core/text/sanitize.ts';

/** Maximum length of an object in characters. */
const longest = 2_000_000;

/**
 * Returns the description of an object. The error is a part of a sentence.
 * @param line line of the object, starting at 1
 * @param now collection time, in milliseconds since 1970
 */
export function describeInFile(text: string, line: number, now: number): Result<string, string> {
  const lines = text.split(/\r?\n/);
  const start = Math.max(0, Math.min(line, lines.length) - 1);
  if (isDescription(lines, start))
    return succeed(sanitizeLines(`${descriptionAt(lines, start).join('\n').trimEnd()}\n`));
  const yaml = objectAt(lines, start).join('\n');
  if (yaml.length > longest) return fail(l10n.t`the object is larger than 2 MB. To view it, use oc get -o yaml`);
  try {
    const raw: unknown = parse(quoteHidden(yaml), { logLevel: 'error', uniqueKeys: false, maxAliasCount: 100 });
    if (isJsonObject(raw)) return succeed(describeObject(raw, { now }));
  } catch {
    // The parser throws for invalid YAML.
  }
  return fail(l10n.t`invalid YAML`);
}

function isDescription(lines: readonly string[], start: number): boolean {
  return /^Name:\s/.test(lines[start] ?? '');
}

function descriptionAt(lines: readonly string[], start: number): readonly string[] {
  const end = lines.findIndex(
    (line, index) =>
      index > start && /^Name:\s/.test(line) && /^(?:Namespace|Roles|Priority):/.test(lines[index + 1] ?? ''),
  );
  return lines.slice(start, end < 0 ? lines.length : end);
}

/** Returns the lines of a document, or of an item of a list without its indentation. */
function objectAt(lines: readonly string[], start: number): readonly string[] {
  const indent = /^( *)- /.exec(lines[start] ?? '')?.[1];
  if (indent === undefined) {
    const end = lines.findIndex((line, index) => index > start && /^(?:---|\.\.\.)(?:\s|$)/.test(line));
    return lines.slice(start, end < 0 ? lines.length : end);
  }
  const inner = `${indent}  `;
  const end = lines.findIndex((line, index) => index > start && line.trim() !== '' && !line.startsWith(inner));
  const item = lines.slice(start, end < 0 ? lines.length : end);
  return item.map((line, index) => (index === 0 ? line.slice(inner.length) : line.slice(inner.length)));
}
