/** Calls the handlers of the server's features as a client would, without a connection. */
import assert from 'node:assert/strict';
import type {
  CodeLens,
  CompletionItem,
  CompletionList,
  Hover,
  InlayHint,
  Location,
  Position,
  Range,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { newestRelease } from '#core/product/releases.ts';
import type { ServerContext } from '#server/lsp/context.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import codeLens from '#server/lsp/capabilities/codeLens.ts';
import completion from '#server/lsp/capabilities/completion.ts';
import definition from '#server/lsp/capabilities/definition.ts';
import documentLinks from '#server/lsp/capabilities/documentLinks.ts';
import documentSymbols from '#server/lsp/capabilities/documentSymbols.ts';
import foldingRanges from '#server/lsp/capabilities/foldingRanges.ts';
import hover from '#server/lsp/capabilities/hover.ts';
import inlayHints from '#server/lsp/capabilities/inlayHints.ts';
import references from '#server/lsp/capabilities/references.ts';
import rename from '#server/lsp/capabilities/rename.ts';
import { Observable } from '#server/engine/scheduling/observable.ts';
import { Checker } from '#server/lsp/checker.ts';
import { languageContextOf } from '#server/lsp/languageContext.ts';
import { Languages } from '#server/lsp/languages.ts';
import { languageModules } from '#server/modules.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { noSecondProcess } from '#test/support/lsp/noSecondProcess.ts';

const uri = 'file:///fuzz.yaml';
type Handler = (params: unknown, token: unknown) => unknown;

/**
 * Patterns that precede the positions where features look at other objects. A random position is hardly ever one of
 * these.
 */
const related = [
  /machine_type: */,
  /runtimeClassName: */,
  /enablePeerPods: */,
  /kind: */,
  /INSTANCE_TYPES?: */,
  /matchLabels:\s*\{?/,
  /- \{?key: */,
];

export class Features {
  readonly #handlers = new Map<string, Handler>();
  /** Number of results by kind. A feature that never returns a result isn't tested. */
  readonly answered = { places: 0, renames: 0, lenses: 0, hints: 0 };
  #file = new OpenFile(TextDocument.create(uri, 'yaml', 0, ''));

  constructor() {
    const connection = {
      onRequest: (method: string, handler: Handler) => this.#handlers.set(method, handler),
    };
    const inForce = { release: newestRelease, severities: new Map(), codeLens: true, inlayHints: true };
    const settings = { for: () => Promise.resolve(inForce) };
    const facts = createWorkspaceSnapshot([]);
    const workspace = { facts: () => facts };
    const yamlExtension = new Observable({ active: false, validates: false, completes: false, hovers: false });
    const cluster = new Observable<undefined>(undefined);
    const log = (message: string) => assert.fail(message);
    const checker = new Checker(languageModules, settings as never, workspace as never, cluster, yamlExtension, log);
    const files = { get: () => this.#file };
    const regoExtension = new Observable({ active: false });
    const state = {
      connection,
      files,
      settings,
      workspace,
      cluster,
      client: {},
      options: {},
      yamlExtension,
      regoExtension,
      log,
    };
    const languages = new Languages(languageModules, languageContextOf(state as never));
    const context = { ...state, checker, languages, secondProcess: noSecondProcess } as unknown as ServerContext;
    const all = [
      completion,
      hover,
      definition,
      references,
      rename,
      codeLens,
      inlayHints,
      documentSymbols,
      foldingRanges,
      documentLinks,
    ];
    for (const feature of all) feature.register(context);
  }

  /** Applies an edit to the file and returns its documents, parsed incrementally. */
  edit(start: number, end: number, text: string): readonly PlacedDocument[] {
    const { text: document } = this.#file;
    TextDocument.update(
      document,
      [{ range: { start: document.positionAt(start), end: document.positionAt(end) }, text }],
      document.version + 1,
    );
    return this.#file.documents;
  }

  /** Replaces the file with a new one. */
  reset(text: string): readonly PlacedDocument[] {
    this.#file = new OpenFile(TextDocument.create(uri, 'yaml', 0, text));
    return this.#file.documents;
  }

  get document(): TextDocument {
    return this.#file.text;
  }

  /**
   * Calls every feature, with this offset if it requires a position. Throws if a feature throws or returns a position
   * outside the text.
   * @returns number of completion items
   */
  async ask(anywhere: number): Promise<number> {
    const position = this.document.positionAt(anywhere);
    // No position is between CR and LF.
    const offset = this.document.offsetAt(position);
    const params = { textDocument: { uri }, position };
    const answer = (await this.#call('textDocument/completion', params)) as CompletionItem[] | CompletionList;
    const items = Array.isArray(answer) ? answer : answer.items;
    for (const { label, textEdit } of items) {
      if (textEdit === undefined || !('range' in textEdit))
        throw new Error(`${label} says nothing of what it replaces`);
      // Clients filter by the text between the start of the range and the cursor, on one line.
      const [start, end] = [this.document.offsetAt(textEdit.range.start), this.document.offsetAt(textEdit.range.end)];
      if (start > offset || end < offset || textEdit.range.start.line !== position.line)
        throw new Error(`${label} replaces ${start}-${end}, the cursor is at ${offset}`);
    }
    const hovered = (await this.#call('textDocument/hover', params)) as Hover | null;
    if (hovered?.range !== undefined) this.#inside(hovered.range.end.line);
    const last = this.document.positionAt(Infinity).line;
    for (const name of ['textDocument/documentSymbol', 'textDocument/foldingRange', 'textDocument/documentLink']) {
      this.#linesInside(name, this.#call(name, params));
    }
    const text = this.document.getText();
    await this.#askRelated(position);
    for (const before of related) {
      const match = before.exec(text);
      if (match !== null) await this.#askRelated(this.document.positionAt(match.index + match[0].length));
    }
    const all = { start: { line: 0, character: 0 }, end: { line: last, character: 0 } };
    const hints = (await this.#call('textDocument/inlayHint', { ...params, range: all })) as InlayHint[];
    const lenses = (await this.#call('textDocument/codeLens', params)) as CodeLens[];
    this.#linesInside('hints', hints);
    this.#linesInside('lenses', lenses);
    this.answered.hints += hints.length;
    this.answered.lenses += lenses.length;
    return items.length;
  }

  async #askRelated(position: Position): Promise<void> {
    const params = { textDocument: { uri }, position };
    const found = [
      ...((await this.#call('textDocument/definition', params)) as Location[]),
      ...((await this.#call('textDocument/references', {
        ...params,
        context: { includeDeclaration: true },
      })) as Location[]),
    ];
    this.#linesInside('places', found);
    this.answered.places += found.length;
    const prepared = (await this.#call('textDocument/prepareRename', params)) as {
      range: Range;
      placeholder: string;
    } | null;
    if (prepared === null) return;
    const newName = 'fuzz.io/renamed';
    const edit = (await this.#call('textDocument/rename', { ...params, newName })) as WorkspaceEdit;
    const before = this.#file;
    this.#file = new OpenFile(
      TextDocument.create(uri, 'yaml', 0, TextDocument.applyEdits(before.text, edit.changes?.[uri] ?? [])),
    );
    // A renamed key must still be renamable.
    const again = (await this.#call('textDocument/prepareRename', { ...params, position: prepared.range.start })) as {
      placeholder: string;
    } | null;
    const text = this.document.getText();
    this.#file = before;
    assert.equal(again?.placeholder, newName, `renamed to ${JSON.stringify(text)}`);
    this.answered.renames += 1;
  }

  /** Checks that all returned line numbers are lines of the text. */
  #linesInside(name: string, answer: unknown): void {
    const last = this.document.positionAt(Infinity).line;
    for (const [, line] of JSON.stringify(answer ?? []).matchAll(/"(?:line|endLine)":(-?[\d.]+)/g))
      if (!(Number(line) >= 0 && Number(line) <= last)) throw new Error(`${name}: line ${line} of ${last}`);
  }

  #inside(line: number): void {
    if (line > this.document.lineCount) throw new Error(`line ${line} of ${this.document.lineCount}`);
  }

  #call(name: string, params: unknown): unknown {
    const handler = this.#handlers.get(name);
    if (handler === undefined) throw new Error(`no feature registered ${name}`);
    return handler(params, { isCancellationRequested: false });
  }
}
