/** The features as a client wants them: policies and initdata in open files, in the terms of the protocol. */
import type {
  CompletionItemKind,
  SymbolKind,
  CompletionItem,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Position,
  Range,
  SignatureHelp,
} from 'vscode-languageserver';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import type { Release } from '#core/product/releases.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';
import { tokenModifiers, tokenTypes } from '#server/engine/tokenLegend.ts';
import type { Span } from '#server/engine/text/span.ts';
import { namesIn } from '../model/names.ts';
import { isPolicy } from '#server/initdata/initdataPolicy.ts';
import { initdataOf, policyAt, policyInFile, type PlacedPolicy } from '../model/policyOfFile.ts';
import { inSlices } from '#server/engine/scheduling/steps.ts';
import { asked, type Asked } from './policyContext.ts';
import { completionsAt, packageItems } from './completion.ts';
import { hoverAt } from './hover.ts';
import type { Item, ItemKind } from './completionItem.ts';
import { definitionsAt, referencesAt, renameableAt, renameAt } from './navigation.ts';
import { foldsOf, symbolsOf, type PolicySymbol } from './outline.ts';
import { signaturesAt } from './signature.ts';
import { tomlCompletionsAt } from '#server/initdata/lsp/completion.ts';
import { tomlHoverAt } from '#server/initdata/lsp/hover.ts';
import { tokensOf } from './tokens.ts';
import { blankWord, wholePolicies } from './wholePolicies.ts';

// The numbers of the protocol, said here: its library would come along with its names, and is in the server's own bundle already.
const [plainText, snippet] = [1, 2] as const;
const markdown = 'markdown' as const;

/** What the answers depend on besides the file. */
export interface LanguageAbout {
  readonly release: Release;
  /** Another extension answers for Rego in general. */
  readonly onlyOurs: boolean;
  /** The client takes snippets. */
  readonly snippets: boolean;
  /** The client's command that opens the list of completions. */
  readonly suggestCommand: string | undefined;
}

interface Here {
  readonly at: Asked;
  readonly placed: PlacedPolicy;
  readonly offset: number;
}

/** The policy at a place of the file, and the place in it. */
function here(file: OpenFile, position: Position, { release, onlyOurs }: LanguageAbout): Here | undefined {
  const inFile = file.text.offsetAt(position);
  const placed = policyAt(file, inFile);
  return placed === undefined ? undefined : { at: asked(placed.policy, release, onlyOurs), placed, offset: placed.toPolicy(inFile) };
}

const rangeIn = ({ text }: OpenFile, { start, end }: Span, { toFile }: Pick<PlacedPolicy, 'toFile'> = { toFile: (offset) => offset }): Range => ({
  start: text.positionAt(toFile(start)),
  end: text.positionAt(toFile(end)),
});

/** `trigger`: the character that made the client ask by itself. */
export function completion(file: OpenFile, position: Position, about: LanguageAbout, trigger?: string): CompletionItem[] {
  const found = here(file, position, about);
  const offset = file.text.offsetAt(position);
  if (found !== undefined) {
    const { at, placed } = found;
    // Through escapes nothing can be written.
    if (!placed.literal) return [];
    const blank = blankWord(at.text, found.offset);
    const items = [...(blank === undefined ? [] : wholePolicies(about.release, blank)), ...completionsAt(at, found.offset, trigger)];
    return items.map((item) => toItem(item, file, placed, about));
  }
  const text = file.text.getText();
  if (file.language === 'toml') return tomlCompletionsAt(text, offset, about.release).map((item) => toItem(item, file, undefined, about));
  const blank = blankWord(text, offset);
  const items = [...(about.onlyOurs ? [] : packageItems(text, offset)), ...(blank === undefined ? [] : wholePolicies(about.release, blank))];
  return items.map((item) => toItem(item, file, undefined, about));
}

const itemKinds: Readonly<Record<ItemKind, CompletionItemKind>> = {
  request: 23, // Event
  field: 5, // Field
  function: 3, // Function
  variable: 6, // Variable
  keyword: 14, // Keyword
  module: 9, // Module
  value: 12, // Value
  file: 17, // File
  snippet: 15, // Snippet
};

function toItem(item: Item, file: OpenFile, placed: PlacedPolicy | undefined, { snippets, suggestCommand }: LanguageAbout): CompletionItem {
  const plain = withoutPlaceholders(item.snippet).replaceAll('\t', '    ');
  const also = item.also ?? [];
  return {
    label: item.label,
    kind: itemKinds[item.kind],
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(item.note === undefined ? {} : { labelDetails: { description: item.note } }),
    ...(item.documentation === undefined ? {} : { documentation: { kind: markdown, value: item.documentation } }),
    ...(item.filter === undefined ? {} : { filterText: item.filter }),
    sortText: String(item.order).padStart(4, '0') + item.label,
    insertTextFormat: snippets ? snippet : plainText,
    textEdit: { range: rangeIn(file, item.span, placed), newText: snippets ? item.snippet : plain },
    ...(also.length === 0 ? {} : { additionalTextEdits: also.map((edit) => ({ range: rangeIn(file, edit, placed), newText: edit.text })) }),
    ...(item.goesOn === true && suggestCommand !== undefined ? { command: { title: 'Suggest', command: suggestCommand } } : {}),
  };
}

export function hover(file: OpenFile, position: Position, about: LanguageAbout): Hover | null {
  const found = here(file, position, about);
  const own = found === undefined ? undefined : hoverAt(found.at, found.offset);
  if (own !== undefined) return { contents: { kind: markdown, value: own.markdown }, range: rangeIn(file, own, found?.placed) };
  const document = initdataOf(file);
  const outside = document === undefined ? undefined : tomlHoverAt(file.text.getText(), document, file.text.offsetAt(position));
  return outside === undefined ? null : { contents: { kind: markdown, value: outside.markdown }, range: rangeIn(file, outside) };
}

export function signatureHelp(file: OpenFile, position: Position, about: LanguageAbout): SignatureHelp | null {
  const found = here(file, position, about);
  const help = found === undefined ? undefined : signaturesAt(found.at, found.offset);
  if (help === undefined) return null;
  return {
    signatures: help.signatures.map(({ label, documentation, parameters }) => ({
      label,
      ...(documentation === '' ? {} : { documentation: { kind: markdown, value: documentation } }),
      parameters: parameters.map((parameter) => ({ label: parameter })),
    })),
    activeSignature: 0,
    activeParameter: help.active,
  };
}

export function definition(file: OpenFile, position: Position, about: LanguageAbout): Location[] {
  const found = about.onlyOurs ? undefined : here(file, position, about);
  return found === undefined ? [] : definitionsAt(found.at, found.offset).map((span) => ({ uri: file.uri, range: rangeIn(file, span, found.placed) }));
}

export function references(file: OpenFile, position: Position, withDefinitions: boolean, about: LanguageAbout): Location[] {
  const found = about.onlyOurs ? undefined : here(file, position, about);
  if (found === undefined) return [];
  return referencesAt(found.at, found.offset, withDefinitions).map((span) => ({ uri: file.uri, range: rangeIn(file, span, found.placed) }));
}

export function prepareRename(file: OpenFile, position: Position, about: LanguageAbout): { range: Range; placeholder: string } | null {
  const found = about.onlyOurs ? undefined : here(file, position, about);
  const target = found?.placed.literal === true ? renameableAt(found.at, found.offset) : undefined;
  return target === undefined ? null : { range: rangeIn(file, target.place, found?.placed), placeholder: target.name };
}

/** The places to write the name at, why it cannot be done, or null where there is nothing to rename. */
export function rename(file: OpenFile, position: Position, newName: string, about: LanguageAbout): Range[] | string | null {
  const found = about.onlyOurs ? undefined : here(file, position, about);
  const result = found?.placed.literal === true ? renameAt(found.at, found.offset, newName) : undefined;
  if (found === undefined || result === undefined) return null;
  return 'problem' in result ? result.problem : result.map((span) => rangeIn(file, span, found.placed));
}

const symbolKinds: Readonly<Record<PolicySymbol['kind'], SymbolKind>> = {
  request: 24, // Event
  function: 12, // Function
  rule: 13, // Variable
  package: 4, // Package
};

export function symbols(file: OpenFile, about: LanguageAbout): DocumentSymbol[] {
  const placed = policyInFile(file);
  const inPolicy = placed === undefined ? [] : symbolsOf({ module: placed.policy.meant, text: placed.policy.text });
  const own = inPolicy.map(({ name, detail, kind, place, ...span }): DocumentSymbol => {
    return { name, detail, kind: symbolKinds[kind], range: rangeIn(file, span, placed), selectionRange: rangeIn(file, place, placed) };
  });
  if (file.language === 'rego') return about.onlyOurs ? [] : own;
  const { algorithm, version, data, toml } = initdataOf(file) ?? { data: [], toml: { entries: [] } };
  const scalar = (name: string, value: { readonly text: string } | undefined): DocumentSymbol[] => {
    const entry = toml.entries.find(({ path }) => path.length === 1 && path[0] === name);
    if (value === undefined || entry === undefined) return [];
    return [
      {
        name,
        detail: value.text.slice(0, 80),
        kind: 7, // Property
        range: rangeIn(file, { start: entry.key.start, end: entry.range.end }),
        selectionRange: rangeIn(file, entry.key),
      },
    ];
  };
  return [
    ...scalar('algorithm', algorithm),
    ...scalar('version', version),
    ...data.map(({ name, key, range }): DocumentSymbol => ({
      name,
      kind: 1, // File
      range: rangeIn(file, { start: key.start, end: range.end }),
      selectionRange: rangeIn(file, key),
      children: isPolicy({ name }) ? own : [],
    })),
  ];
}

export function folds(file: OpenFile, about: LanguageAbout): FoldingRange[] | null {
  const placed = policyInFile(file);
  if (file.language === 'rego' && (placed === undefined || about.onlyOurs)) return null;
  const document = initdataOf(file);
  if (placed === undefined && document === undefined) return null;
  const lineAt = (offset: number): number => file.text.positionAt(offset).line;
  const found: FoldingRange[] = (document?.data ?? []).flatMap(({ key, range }) => {
    const [startLine, endLine] = [lineAt(key.start), lineAt(range.end)];
    return endLine > startLine ? [{ startLine, endLine }] : [];
  });
  // The editor folds what is very long by its indentation.
  if (file.language === 'rego' && placed?.policy.isLong === true) return null;
  if (placed?.literal === true) {
    const first = lineAt(placed.toFile(0));
    for (const { startLine, endLine, kind } of foldsOf(placed.policy.text)) {
      const folding = kind === 'comment' ? 'comment' : 'imports';
      found.push({ startLine: startLine + first, endLine: endLine + first, ...(kind === undefined ? {} : { kind: folding }) });
    }
  }
  return found;
}

/** Semantic tokens as the protocol packs them: each by its distance from the one before it. Very long policies have the colours of their grammar alone. */
export async function semanticTokens(file: OpenFile, about: LanguageAbout): Promise<number[]> {
  const { version } = file;
  const placed = about.onlyOurs ? undefined : policyInFile(file);
  if (placed?.literal !== true || placed.policy.isLong) return [];
  await inSlices(namesIn(placed.policy.meant, placed.policy.text).readSteps(), () => file.version !== version);
  if (file.version !== version) return [];
  const data: number[] = [];
  let [line, character] = [0, 0];
  const { text } = placed.policy;
  for (const { start, end, type, modifiers } of tokensOf(asked(placed.policy, about.release))) {
    const bits = modifiers.reduce((sum, modifier) => sum | (1 << tokenModifiers.indexOf(modifier)), 0);
    // What goes over several lines is told line by line.
    for (let from = start; from < end;) {
      const newline = text.indexOf('\n', from);
      const until = newline < 0 || newline >= end ? end : newline;
      const length = until - from - (text[until - 1] === '\r' ? 1 : 0);
      if (length > 0) {
        const at = file.text.positionAt(placed.toFile(from));
        data.push(at.line - line, at.line === line ? at.character - character : at.character, length, tokenTypes.indexOf(type), bits);
        [line, character] = [at.line, at.character];
      }
      from = until + 1;
    }
  }
  return data;
}

/** The package leads to the chapter about policies. */
export function links(file: OpenFile): DocumentLink[] {
  const placed = policyInFile(file);
  const [first] = placed?.policy.meant.package?.path ?? [];
  if (placed === undefined || first === undefined) return [];
  return [{ range: rangeIn(file, first, placed), target: customizingAgentPolicy.url, tooltip: customizingAgentPolicy.title }];
}
