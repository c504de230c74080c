/** Converts the policy language features to LSP types. A policy can be a file or part of one. */
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
  TextEdit,
} from 'vscode-languageserver';
import { customizingAgentPolicy } from '#core/product/docSections.ts';
import type { Release } from '#core/product/releases.ts';
import type { LanguageContext, RenameRefusal, RenameTarget } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';
import { tokenModifiers, tokenTypes } from '#server/engine/tokenLegend.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getSymbolTable } from '../model/names.ts';
import type { PlacedPolicy } from '../model/policyOfFile.ts';
import { inSlices } from '#server/engine/scheduling/steps.ts';
import { createPolicyLanguageContext, type PolicyLanguageContext } from './policyContext.ts';
import { completionsAt } from './completion.ts';
import { hoverAt } from './hover.ts';
import type { Item, ItemKind } from './completionItem.ts';
import { definitionsAt, referencesAt, renameableAt, renameAt } from './navigation.ts';
import { foldsOf, symbolsOf, type PolicySymbol } from './outline.ts';
import { signaturesAt } from './signature.ts';
import { tokensOf } from './tokens.ts';
import { findOnlyWord, wholePolicies } from './wholePolicies.ts';

// LSP constants. Importing them would add the protocol library to this bundle, although the server's own bundle already
// contains it.
const [plainText, snippet] = [1, 2] as const;
const markdown = 'markdown' as const;

/** Data that the results depend on, in addition to the file. */
export interface LanguageAbout {
  readonly release: Release;
  /** True if another extension supports Rego in general. */
  readonly onlyOurs: boolean;
  /** True if the client supports snippets. */
  readonly snippets: boolean;
  /** Command of the client that opens the completion list. */
  readonly suggestCommand: string | undefined;
}

/** Reads the data that the results depend on. */
export async function readAbout(
  file: OpenFile,
  { client, options, regoExtension, settingsFor }: LanguageContext,
): Promise<LanguageAbout> {
  const { release } = await settingsFor(file.uri);
  return {
    release,
    snippets: client.textDocument?.completion?.completionItem?.snippetSupport === true,
    suggestCommand: options.suggestCommand,
    onlyOurs: file.language === 'rego' && regoExtension.active,
  };
}

/** A policy in an open file. */
export interface PolicyInFile {
  readonly file: OpenFile;
  readonly placed: PlacedPolicy;
}

interface Here {
  readonly at: PolicyLanguageContext;
  readonly offset: number;
}

/** Returns the position in the policy. */
function here({ file, placed }: PolicyInFile, position: Position, { release, onlyOurs }: LanguageAbout): Here {
  return {
    at: createPolicyLanguageContext(placed.policy, release, onlyOurs),
    offset: placed.toPolicy(file.text.offsetAt(position)),
  };
}

/** Returns the range of a span in a policy, or in the file if no policy is given. */
export function rangeIn(
  { text }: OpenFile,
  { start, end }: Span,
  { toFile }: Pick<PlacedPolicy, 'toFile'> = { toFile: (offset) => offset },
): Range {
  return { start: text.positionAt(toFile(start)), end: text.positionAt(toFile(end)) };
}

/**
 * Returns completions in a policy.
 * @param trigger character that triggered the completion
 */
export function completionIn(
  policy: PolicyInFile,
  position: Position,
  about: LanguageAbout,
  trigger?: string,
): CompletionItem[] {
  const { file, placed } = policy;
  // Text can't be inserted where it would have to be escaped.
  if (!placed.literal) return [];
  const { at, offset } = here(policy, position, about);
  const blank = findOnlyWord(at.text, offset);
  const items = [
    ...(blank === undefined ? [] : wholePolicies(about.release, blank)),
    ...completionsAt(at, offset, trigger),
  ];
  return items.map((item) => toCompletionItem(item, file, placed, about));
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

/** Converts a completion item to LSP. Its offsets refer to the policy, or to the file if no policy is given. */
export function toCompletionItem(
  item: Item,
  file: OpenFile,
  placed: PlacedPolicy | undefined,
  { snippets, suggestCommand }: LanguageAbout,
): CompletionItem {
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
    ...(also.length === 0
      ? {}
      : { additionalTextEdits: also.map((edit) => ({ range: rangeIn(file, edit, placed), newText: edit.text })) }),
    ...(item.goesOn === true && suggestCommand !== undefined
      ? { command: { title: 'Suggest', command: suggestCommand } }
      : {}),
  };
}

/** Explains the word at a position of a policy. */
export function hoverIn(policy: PolicyInFile, position: Position, about: LanguageAbout): Hover | undefined {
  const { at, offset } = here(policy, position, about);
  const own = hoverAt(at, offset);
  return own === undefined
    ? undefined
    : { contents: { kind: markdown, value: own.markdown }, range: rangeIn(policy.file, own, policy.placed) };
}

/** Describes the parameters of the function call at a position of a policy. */
export function signatureHelpIn(
  policy: PolicyInFile,
  position: Position,
  about: LanguageAbout,
): SignatureHelp | undefined {
  const { at, offset } = here(policy, position, about);
  const help = signaturesAt(at, offset);
  if (help === undefined) return undefined;
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

/** Finds where the name at a position of a policy is defined. */
export function definitionIn(policy: PolicyInFile, position: Position, about: LanguageAbout): Location[] {
  if (about.onlyOurs) return [];
  const { at, offset } = here(policy, position, about);
  return locations(policy, definitionsAt(at, offset));
}

/** Finds where the name at a position of a policy is used. */
export function referencesIn(
  policy: PolicyInFile,
  position: Position,
  withDefinitions: boolean,
  about: LanguageAbout,
): Location[] {
  if (about.onlyOurs) return [];
  const { at, offset } = here(policy, position, about);
  return locations(policy, referencesAt(at, offset, withDefinitions));
}

function locations({ file, placed }: PolicyInFile, spans: readonly Span[]): Location[] {
  return spans.map((span) => ({ uri: file.uri, range: rangeIn(file, span, placed) }));
}

/** Returns the name at a position of a policy if it can be changed. */
export function prepareRenameIn(
  policy: PolicyInFile,
  position: Position,
  about: LanguageAbout,
): RenameTarget | undefined {
  const { file, placed } = policy;
  if (about.onlyOurs || !placed.literal) return undefined;
  const { at, offset } = here(policy, position, about);
  const target = renameableAt(at, offset);
  return target === undefined ? undefined : { range: rangeIn(file, target.place, placed), placeholder: target.name };
}

/**
 * Returns the edits that change the name at a position of a policy. Returns undefined if there is nothing to rename.
 */
export function renameIn(
  policy: PolicyInFile,
  position: Position,
  newName: string,
  about: LanguageAbout,
): TextEdit[] | RenameRefusal | undefined {
  const { file, placed } = policy;
  if (about.onlyOurs || !placed.literal) return undefined;
  const { at, offset } = here(policy, position, about);
  const result = renameAt(at, offset, newName);
  if (result === undefined || 'problem' in result) return result;
  return result.map((span) => ({ range: rangeIn(file, span, placed), newText: newName }));
}

const symbolKinds: Readonly<Record<PolicySymbol['kind'], SymbolKind>> = {
  request: 24, // Event
  function: 12, // Function
  rule: 13, // Variable
  package: 4, // Package
};

/** Lists the rules of a policy. */
export function symbolsIn({ file, placed }: PolicyInFile): DocumentSymbol[] {
  return symbolsOf({ module: placed.policy.meant, text: placed.policy.text }).map(
    ({ name, detail, kind, place, ...span }) => ({
      name,
      detail,
      kind: symbolKinds[kind],
      range: rangeIn(file, span, placed),
      selectionRange: rangeIn(file, place, placed),
    }),
  );
}

/** Lists the folding ranges of a policy. */
export function foldsIn({ file, placed }: PolicyInFile): FoldingRange[] {
  if (!placed.literal) return [];
  const first = file.text.positionAt(placed.toFile(0)).line;
  return foldsOf(placed.policy.text).map(({ startLine, endLine, kind }) => ({
    startLine: startLine + first,
    endLine: endLine + first,
    ...(kind === undefined ? {} : { kind: kind === 'comment' ? 'comment' : 'imports' }),
  }));
}

/**
 * Returns semantic tokens in the encoding of LSP, in which each position is relative to the previous token. Very long
 * policies are highlighted only by their grammar.
 */
export async function semanticTokensIn({ file, placed }: PolicyInFile, about: LanguageAbout): Promise<number[]> {
  const { version } = file;
  if (about.onlyOurs || !placed.literal || placed.policy.isLong) return [];
  await inSlices(getSymbolTable(placed.policy.meant, placed.policy.text).readSteps(), () => file.version !== version);
  if (file.version !== version) return [];
  const data: number[] = [];
  let [line, character] = [0, 0];
  const { text } = placed.policy;
  for (const { start, end, type, modifiers } of tokensOf(createPolicyLanguageContext(placed.policy, about.release))) {
    const bits = modifiers.reduce((sum, modifier) => sum | (1 << tokenModifiers.indexOf(modifier)), 0);
    // Splits multiline tokens into one token per line.
    for (let from = start; from < end;) {
      const newline = text.indexOf('\n', from);
      const until = newline < 0 || newline >= end ? end : newline;
      const length = until - from - (text[until - 1] === '\r' ? 1 : 0);
      if (length > 0) {
        const at = file.text.positionAt(placed.toFile(from));
        data.push(
          at.line - line,
          at.line === line ? at.character - character : at.character,
          length,
          tokenTypes.indexOf(type),
          bits,
        );
        [line, character] = [at.line, at.character];
      }
      from = until + 1;
    }
  }
  return data;
}

/** Links the package to the documentation section about policies. */
export function linksIn({ file, placed }: PolicyInFile): DocumentLink[] {
  const [first] = placed.policy.meant.package?.path ?? [];
  if (first === undefined) return [];
  return [
    { range: rangeIn(file, first, placed), target: customizingAgentPolicy.url, tooltip: customizingAgentPolicy.title },
  ];
}
