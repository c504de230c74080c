/**
 * Converts the results of the second process to those of this server, with positions in the file. Removes null, which
 * users don't write, and text that could be a link. Omits unexpected data.
 */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, Hover, Position, Range } from 'vscode-languageserver';
import { getList, getString, getValue, isJsonObject } from '#core/common/json.ts';
import { sanitizeMarkdown, sanitizeQuote } from '#core/text/sanitize.ts';
import { CompletionItemKind, InsertTextFormat, MarkupKind } from '../../engine/protocolValues.ts';

/** Maximum number of completions, and length of a hover and of a message in characters. */
const maxItems = 1000;
const maxHover = 5000;
const maxMessage = 300;

/** Reads a completion list. */
export function readCompletions(result: unknown, firstLine: number, supportsSnippets: boolean): CompletionItem[] {
  const items: readonly unknown[] = Array.isArray(result) ? result : getList(result, 'items');
  return items.slice(0, maxItems).flatMap((item, index) => readItem(item, index, firstLine, supportsSnippets));
}

function readItem(item: unknown, index: number, firstLine: number, supportsSnippets: boolean): CompletionItem[] {
  const label = getString(item, 'label');
  const text = getString(item, 'textEdit', 'newText');
  const range = readRange(getValue(item, 'textEdit', 'range'), firstLine);
  if (label === undefined || label === 'null' || text === undefined || range === undefined) return [];
  const isSnippet = getValue(item, 'insertTextFormat') === InsertTextFormat.Snippet;
  const documentation = markdownIn(getValue(item, 'documentation'));
  const isKey = text.startsWith(label) && text.slice(label.length).startsWith(':');
  return [
    {
      label,
      kind: isKey ? CompletionItemKind.Property : CompletionItemKind.EnumMember,
      sortText: String(index).padStart(4, '0'),
      insertTextFormat: isSnippet && supportsSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range, newText: isSnippet && !supportsSnippets ? withoutPlaceholders(text) : text },
      ...(documentation === '' ? {} : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
    },
  ];
}

/** Returns the text of a snippet, for clients that would insert its placeholders. */
function withoutPlaceholders(snippet: string): string {
  return snippet.replaceAll(/\$\{\d+:([^}]*)\}|\$\{?\d+\}?|\\([$}\\])/g, '$1$2');
}

/**
 * Reads a hover.
 * @param source name of the CRD file or of the cluster
 */
export function readHover(result: unknown, firstLine: number, source: string): Hover | undefined {
  const text = markdownIn(getValue(result, 'contents'));
  const range = readRange(getValue(result, 'range'), firstLine);
  if (text === '') return undefined;
  const value = `${text}\n\n${l10n.t`**Defined in:** ${sanitizeMarkdown(source)}`}`;
  return { contents: { kind: MarkupKind.Markdown, value }, ...(range === undefined ? {} : { range }) };
}

/** Returns Markdown of the process without null. The descriptions in it are sanitized before it gets them. */
function markdownIn(contents: unknown): string {
  const text = typeof contents === 'string' ? contents : (getString(contents, 'value') ?? '');
  return text
    .slice(0, maxHover)
    .replaceAll(/^\* `null`\n?/gm, '')
    .replace(/^Allowed Values:\s*(?=$|\n)/m, (title) =>
      text.includes('\n* `') ? `${l10n.t`**Values:**`}${title.slice('Allowed Values:'.length)}` : '',
    )
    .trim();
}

/** A problem that the process found, in its own document. */
export interface YamlServerProblem {
  readonly start: Position;
  readonly end: Position;
  /** English text of yaml-language-server. */
  readonly message: string;
}

/** Reads diagnostics. */
export function readProblems(result: unknown): readonly YamlServerProblem[] {
  const list: readonly unknown[] = Array.isArray(result) ? result : [];
  return list.slice(0, maxItems).flatMap((one): YamlServerProblem[] => {
    const range = readRange(getValue(one, 'range'), 0);
    const message = getString(one, 'message');
    return range === undefined || message === undefined
      ? []
      : [{ ...range, message: sanitizeQuote(withoutNull(message), maxMessage) }];
  });
}

/** Removes null from the lists of values and types in a message. */
function withoutNull(message: string): string {
  return message
    .replaceAll(/, null\b(?=[,.]|$)/g, '')
    .replaceAll(/(?<=: |one of )null, /g, '')
    .replace(/Expected one of (\w+)\./, 'Expected $1.');
}

function readRange(range: unknown, firstLine: number): Range | undefined {
  const [start, end] = [readPosition(getValue(range, 'start')), readPosition(getValue(range, 'end'))];
  if (start === undefined || end === undefined) return undefined;
  return {
    start: { line: start.line + firstLine, character: start.character },
    end: { line: end.line + firstLine, character: end.character },
  };
}

function readPosition(position: unknown): Position | undefined {
  const { line, character } = isJsonObject(position) ? position : {};
  return typeof line === 'number' && typeof character === 'number' && line >= 0 && character >= 0
    ? { line, character }
    : undefined;
}
