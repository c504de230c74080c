/** Connects the features for Kata's configuration files to the language server. */
import type { CompletionItem, CompletionItemKind, DocumentSymbol, Hover, Position, Range } from 'vscode-languageserver';
import { isKataConfigTemplate } from '#core/kata/kataConfigFile.ts';
import { listEmbeddedKataConfigs, type EmbeddedKataConfig } from '#server/engine/kataConfig/embeddedKataConfig.ts';
import type { LanguageService } from '#server/engine/languageModule.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { checkKataConfigs, contextOfFile, getKataConfig } from '../check.ts';
import { parseKataConfig } from '../document.ts';
import type { KataConfigContext } from '../kataConfigRule.ts';
import { contextOf } from '../neighbors.ts';
import { kataConfigCompletionsAt, type KataConfigItem } from './completion.ts';
import { kataConfigHoverAt } from './hover.ts';

/** A configuration file at a position, with the conversion of its offsets to those of the open file. */
interface Located {
  readonly context: KataConfigContext;
  readonly offset: number;
  readonly toFile: (span: Span) => Span;
  /** Encodes text that is inserted. Undefined if text can't be inserted. */
  readonly encode: ((text: string) => string | undefined) | undefined;
}

/** Language service for Kata's configuration files. */
export const kataConfigService: LanguageService = {
  check: checkKataConfigs,
  completion(file, position, { workspace }) {
    const located = locate(file, position, workspace);
    const { encode } = located ?? {};
    if (located === undefined || encode === undefined) return undefined;
    const { context, offset, toFile } = located;
    return kataConfigCompletionsAt(context.document.text, offset, context.runtimes).flatMap((item) => {
      const range = rangeIn(file, toFile(item.span));
      const text = encode(item.text);
      return text === undefined ? [] : [toCompletionItem({ ...item, text }, range, file.text.getText(range))];
    });
  },
  hover(file, position, { workspace }): Hover | undefined {
    const located = locate(file, position, workspace);
    const hover = located === undefined ? undefined : kataConfigHoverAt(located.context, located.offset);
    return located === undefined || hover === undefined
      ? undefined
      : { contents: { kind: 'markdown', value: hover.markdown }, range: rangeIn(file, located.toFile(hover)) };
  },
  documentSymbols(file): DocumentSymbol[] | undefined {
    const document = getKataConfig(file);
    return document?.tables.map(({ path, range }) => ({
      name: path.join('.'),
      kind: 2, // Module
      range: rangeIn(file, range),
      selectionRange: rangeIn(file, range),
    }));
  },
};

function rangeIn({ text }: OpenFile, { start, end }: Span): Range {
  return { start: text.positionAt(start), end: text.positionAt(end) };
}

function locate(file: OpenFile, position: Position, workspace: WorkspaceSnapshot | undefined): Located | undefined {
  const at = file.text.offsetAt(position);
  if (file.language === 'toml') {
    const context = contextOfFile(file, workspace?.kataConfigs);
    return context === undefined ? undefined : { context, offset: at, toFile: (span) => span, encode: (text) => text };
  }
  const placed = file.documentAt(at);
  if (placed === undefined) return undefined;
  const inDocument = at - placed.start;
  const files = listEmbeddedKataConfigs(placed.document);
  const found = files.find(({ node }) => node.start <= inDocument && inDocument <= node.end);
  const { map, text } = found ?? {};
  if (found === undefined || map === undefined || text === undefined) return undefined;
  const document = parseKataConfig(text, isKataConfigTemplate(found.name));
  return {
    context: contextOf(found.name, document, othersOf(found, files)),
    offset: map.toText(inDocument),
    toFile: ({ start, end }) => {
      const from = map.toFile(start);
      // The position after the last character can be on another line of the YAML file, except in a data URL, in which
      // a character can have several escapes.
      const to = end > start && found.encoding !== 'percent' ? map.toFile(end - 1) + 1 : map.toFile(end);
      return { start: placed.start + from, end: placed.start + to };
    },
    encode: encoderOf(found),
  };
}

/** Returns how text is inserted. In base64, a part of the text has no range of its own. */
function encoderOf({ encoding, node, encodePart }: EmbeddedKataConfig): Located['encode'] {
  if (encoding === 'percent') return encodePart;
  return encoding === 'plain' && node.style === 'block' ? (text) => text : undefined;
}

function othersOf({ object }: EmbeddedKataConfig, files: readonly EmbeddedKataConfig[]) {
  return files.flatMap(({ object: other, name, text }) =>
    other === object && text !== undefined ? [{ name, text }] : [],
  );
}

const kinds: Readonly<Record<KataConfigItem['kind'], CompletionItemKind>> = {
  table: 9, // Module
  key: 10, // Property
  value: 12, // Value
};

/** @param replaced text in the file that the item replaces, which can be encoded */
function toCompletionItem(
  { label, kind, detail, documentation, text }: KataConfigItem,
  range: Range,
  replaced: string,
): CompletionItem {
  return {
    label,
    kind: kinds[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation: { kind: 'markdown', value: documentation } }),
    // Editors compare the label with the text in the range, such as `%5B` for a bracket.
    ...(replaced.includes('%') ? { filterText: replaced } : {}),
    textEdit: { range, newText: text },
  };
}
