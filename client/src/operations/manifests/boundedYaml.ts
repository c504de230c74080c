/**
 * Parses untrusted YAML in a time proportional to its length. The `yaml` package alone compares each key with all
 * previous ones, and searches for each anchor from the start. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  Parser,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
} from 'yaml';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { isNestedTooDeeply } from '#core/text/nestingDepth.ts';

/** Maximum number of documents, including empty ones. Each takes as long to parse as a page of text. */
const mostDocuments = 2000;
/**
 * Maximum number of steps to resolve aliases. Each alias searches the nodes of its document, and this many steps take a
 * second.
 */
const mostSteps = 20_000_000;

/**
 * Parses the documents. The error describes the first invalid document in one line. Duplicate keys in a mapping are
 * errors. Never throws.
 */
export function boundedYaml(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
): Result<readonly Document[], string> {
  if ((text.match(/^(?:---|\.\.\.)/gm)?.length ?? 0) > mostDocuments)
    return fail(l10n.t`more than ${mostDocuments} YAML documents`);
  try {
    if (isNestedTooDeeply(new Parser().parse(text))) return fail(l10n.t`invalid YAML`);
    const parsed = parseAllDocuments(text, { ...options, uniqueKeys: false, logLevel: 'silent' });
    const documents = 'empty' in parsed ? [] : parsed;
    for (const document of documents) {
      const problem = document.errors[0]?.message ?? problemOf(document, text);
      if (problem !== undefined) return fail(firstLine(problem));
    }
    return succeed(documents);
  } catch (error) {
    return fail(error instanceof Error ? firstLine(error.message) : l10n.t`invalid YAML`);
  }
}

/** Returns the first line of a message without its final punctuation. */
export function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/[:.\s]{1,20}$/, '').slice(0, 300);
}

function problemOf(document: Document, text: string): string | undefined {
  let [nodes, aliases] = [0, 0];
  const waiting: unknown[] = [document.contents];
  while (waiting.length > 0) {
    const node = waiting.pop();
    nodes += 1;
    if (isAlias(node)) aliases += 1;
    else if (isSeq(node)) for (const item of node.items) waiting.push(item);
    else if (isMap(node)) {
      const twice = keyTwice(node.items);
      if (twice !== undefined) {
        const line = text.slice(0, twice.at).split('\n').length;
        return l10n.t`duplicate key ${JSON.stringify(twice.value)?.slice(0, 60) ?? ''} on line ${line}`;
      }
      for (const { key, value } of node.items) waiting.push(key, value);
    }
  }
  return aliases * nodes > mostSteps ? l10n.t`too many aliases (*name)` : undefined;
}

function keyTwice(
  pairs: readonly { readonly key: unknown }[],
): { readonly value: unknown; readonly at: number } | undefined {
  const seen = new Set<unknown>();
  for (const { key } of pairs) {
    const value: unknown = isScalar(key) ? key.value : key;
    // The merge key `<<` can occur several times. It's a symbol or a string.
    if (seen.has(value) && typeof value !== 'symbol' && value !== '<<')
      return { value, at: (isScalar(key) ? key.range?.[0] : undefined) ?? 0 };
    seen.add(value);
  }
  return undefined;
}
