/** Offers keys and values in the form `KEY=VALUE`: in kustomization literals and in env files. */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, Range } from 'vscode-languageserver';
import { CompletionItemKind, InsertTextFormat, MarkupKind } from '#server/engine/protocolValues.ts';
import { findField, getFields, type FieldTable } from '#core/kinds/field.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { createFieldContext } from '#server/engine/workspace/fieldContext.ts';
import { findYamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { generatorItemsOf, kustomizeGenerators, withProvider } from '#server/engine/yaml/kustomization.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { providerIn } from '#server/engine/workspace/envFiles.ts';
import { listChildFields, documented, hasValues, offeredValues } from './completionItems.ts';

/**
 * Limits for completion, in characters: the length of the document, and the length of the literal or line at the
 * cursor.
 */
const maxLength = 500_000;
const maxLine = 2000;

/** The range of an incomplete `KEY=VALUE` in the document. */
interface Literal {
  readonly manifest: Manifest;
  readonly start: number;
  readonly end: number;
}

/** Returns the completions at this offset of the file, or an empty list if there is no supported literal. */
export async function offerLiterals(
  context: LanguageContext,
  file: OpenFile,
  { document, start }: PlacedDocument,
  offset: number,
): Promise<CompletionItem[]> {
  const at = offset - start;
  const { text } = document;
  if (!document.mayBeKnown || text.length > maxLength) return [];
  const literal = file.isEnvFile ? lineAt(document.manifests[0], text, at) : literalAt(document, at);
  if (literal === undefined || literal.end - literal.start > maxLine) return [];
  const { manifest } = literal;
  const { release } = await context.settingsFor(file.uri);
  const facts = context.workspace;
  const provider = facts === undefined ? undefined : providerIn(file.uri, manifest.envFiles ?? [], facts.envProviders);
  const fields = getFields(manifest.kind, createFieldContext(withProvider(manifest, provider), release, facts));
  const under =
    kustomizeGenerators[manifest.kind.kind === 'Secret' ? 'secretGenerator' : 'configMapGenerator']?.under ?? 'data';
  const range = (from: number, to: number): Range => ({
    start: file.text.positionAt(start + from),
    end: file.text.positionAt(start + to),
  });
  const equals = text.slice(literal.start, literal.end).indexOf('=');
  const valueStart = literal.start + equals + 1;
  if (equals !== -1 && at >= valueStart)
    return values(fields, [under, text.slice(literal.start, valueStart - 1)], range(valueStart, literal.end));
  const keyEnd = equals === -1 ? literal.end : valueStart - 1;
  return keys(
    manifest,
    fields,
    under,
    range(literal.start, keyEnd),
    equals === -1 ? context.options.suggestCommand : undefined,
    equals === -1,
  );
}

function keys(
  manifest: Manifest,
  fields: FieldTable,
  under: string,
  range: Range,
  suggestCommand: string | undefined,
  withEquals: boolean,
): CompletionItem[] {
  const data = findYamlNode(manifest.root, [under]);
  const there = new Set(data?.type === 'map' ? data.entries.map(({ key }) => key.text) : []);
  return listChildFields(fields, under)
    .filter(({ name, field }) => field.summary() !== '' && !there.has(name))
    .toSorted((a, b) => Number(b.field.requiredBy !== undefined) - Number(a.field.requiredBy !== undefined))
    .map(({ name, field }, index) => ({
      label: name,
      kind: CompletionItemKind.Property,
      sortText: String(index).padStart(4, '0'),
      ...(field.requiredBy === undefined
        ? {}
        : { labelDetails: { description: l10n.t`required by ${field.requiredBy()}` } }),
      ...documented(field),
      insertTextFormat: InsertTextFormat.PlainText,
      textEdit: { range, newText: withEquals ? `${name}=` : name },
      ...(suggestCommand !== undefined && hasValues(field)
        ? { command: { title: 'Suggest', command: suggestCommand } }
        : {}),
    }));
}

function values(fields: FieldTable, path: readonly string[], range: Range): CompletionItem[] {
  const field = findField(fields, path);
  return (field === undefined ? [] : offeredValues(field)).map(([value, meaning], index) => ({
    label: value,
    kind: CompletionItemKind.Value,
    sortText: String(index).padStart(4, '0'),
    ...(meaning === '' ? {} : { documentation: { kind: MarkupKind.Markdown, value: meaning } }),
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range, newText: value },
  }));
}

/** Returns the item of `literals` at this offset, without its quotation marks. */
function literalAt(document: PlacedDocument['document'], at: number): Literal | undefined {
  const manifest = generatorAt(document, at);
  const cursor = manifest === undefined ? undefined : findYamlCursor(document.text, at);
  const isLiteral = cursor?.role === 'item' && cursor.path.length === 3 && cursor.path[2] === 'literals';
  if (manifest === undefined || cursor === undefined || !isLiteral) return undefined;
  const quote = /^["']/.exec(document.text.slice(cursor.start, cursor.end))?.[0] ?? '';
  const start = cursor.start + quote.length;
  const end =
    quote !== '' && cursor.end > start && document.text.startsWith(quote, cursor.end - 1) ? cursor.end - 1 : cursor.end;
  return at < start || at > end ? undefined : { manifest, start, end };
}

/**
 * Returns the generator at an offset: the last one that starts before it. If that generator isn't supported, returns
 * undefined. A new item isn't part of the generator yet.
 */
function generatorAt({ manifests, parsed }: PlacedDocument['document'], at: number): Manifest | undefined {
  if (manifests[0]?.part !== 'generator') return undefined;
  const items = Object.keys(kustomizeGenerators).flatMap((field) => generatorItemsOf(parsed.root, field));
  const begin = Math.max(...items.map((item) => item.start).filter((start) => start <= at));
  return manifests.find(({ root }) => root.start === begin);
}

/** Returns the line at this offset, unless it's a comment. */
function lineAt(manifest: Manifest | undefined, text: string, at: number): Literal | undefined {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', lineStart);
  const line = text.slice(lineStart, newline === -1 ? text.length : newline).replace(/\r$/, '');
  const blanks = /^[\uFEFF\s]*/.exec(line)?.[0].length ?? 0;
  const start = Math.min(lineStart + blanks, at);
  return manifest === undefined || line.startsWith('#', blanks)
    ? undefined
    : { manifest, start, end: lineStart + line.length };
}
