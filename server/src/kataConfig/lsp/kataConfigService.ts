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
  /** True if text can be inserted without an encoding. */
  readonly isPlain: boolean;
}

/** Language service for Kata's configuration files. */
export const kataConfigService: LanguageService = {
  check: checkKataConfigs,
  completion(file, position, { workspace }) {
    const located = locate(file, position, workspace);
    if (located === undefined || !located.isPlain) return undefined;
    const { context, offset, toFile } = located;
    return kataConfigCompletionsAt(context.document.text, offset, context.runtimes).map((item) =>
      toCompletionItem(item, rangeIn(file, toFile(item.span))),
    );
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
    return context === undefined ? undefined : { context, offset: at, toFile: (span) => span, isPlain: true };
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
      const to = end > start ? map.toFile(end - 1) + 1 : from;
      return { start: placed.start + from, end: placed.start + to };
    },
    isPlain: found.encoding === 'plain' && found.node.style === 'block',
  };
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

function toCompletionItem({ label, kind, detail, documentation, text }: KataConfigItem, range: Range): CompletionItem {
  return {
    label,
    kind: kinds[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation: { kind: 'markdown', value: documentation } }),
    textEdit: { range, newText: text },
  };
}
