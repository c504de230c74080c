/** Describes an object in a file of a must-gather, without credentials. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { parse, Parser } from 'yaml';
import { isJsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { isNestedTooDeeply } from '#core/text/nestingDepth.ts';
import { describeObject, type DescribeContext } from '#core/oc/describe/describeObject.ts';
import { quoteHidden, redactText } from '#core/redaction/index.ts';
import { sanitizeLines } from '#core/text/sanitize.ts';

/** Maximum length of an object in characters. */
const longest = 2_000_000;

/**
 * Returns the description of an object. The error is a part of a sentence.
 * @param line any line of the object, starting at 1
 * @param context the collection time, and the events, which aren't added to output of `oc describe`
 */
export function describeInFile(
  text: string,
  line: number,
  context: Pick<DescribeContext, 'now' | 'events'>,
): Result<string, string> {
  const lines = text.split(/\r?\n/);
  const start = startOf(lines, Math.max(0, Math.min(line, lines.length) - 1));
  if (isDescription(lines, start))
    return succeed(sanitizeLines(redactText(`${descriptionAt(lines, start).join('\n').trimEnd()}\n`)));
  const yaml = objectAt(lines, start).join('\n');
  if (yaml.length > longest) return fail(l10n.t`the object is larger than 2 MB. To view it, use oc get -o yaml`);
  try {
    const readable = quoteHidden(yaml);
    if (isNestedTooDeeply(new Parser().parse(readable))) return fail(l10n.t`invalid YAML`);
    const raw: unknown = parse(readable, { logLevel: 'error', uniqueKeys: false, maxAliasCount: 100 });
    if (isJsonObject(raw)) {
      const described = describeObject(raw, context);
      // The description of a Secret contains no values, but its keys look like those of credentials.
      return succeed(raw['kind'] === 'Secret' ? described : redactText(described));
    }
  } catch {
    // The parser throws for invalid YAML.
  }
  return fail(l10n.t`invalid YAML`);
}

/** Returns the first line of the object that contains a line: of an item, of a document, or of a description. */
function startOf(lines: readonly string[], line: number): number {
  const before = lines.slice(0, line + 1);
  const described = before.findLastIndex((_, index) => isDescriptionStart(lines, index));
  if (described >= 0) return described;
  const document = before.findLastIndex((text) => /^(?:---|\.\.\.)(?:\s|$)/.test(text)) + 1;
  const items = before.findIndex((text, index) => index >= document && /^items:\s*$/.test(text));
  if (items < 0) return Math.min(document, line);
  // All items have the indentation of the first one. Everything else in them has a larger indentation.
  const indent = /^ *(?=- |-$)/.exec(lines[items + 1] ?? '')?.[0];
  const item = before.findLastIndex(
    (text, index) => index > items && new RegExp(`^${indent ?? ''}-(?: |$)`).test(text),
  );
  return item < 0 ? line : item;
}

function isDescriptionStart(lines: readonly string[], index: number): boolean {
  return /^Name:\s/.test(lines[index] ?? '') && /^(?:Namespace|Roles|Priority|Labels):/.test(lines[index + 1] ?? '');
}

function isDescription(lines: readonly string[], start: number): boolean {
  return /^Name:\s/.test(lines[start] ?? '');
}

function descriptionAt(lines: readonly string[], start: number): readonly string[] {
  const end = lines.findIndex((_, index) => index > start && isDescriptionStart(lines, index));
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
