/** The server's features without a connection: their handlers, to be called as a client would. */
import type { CompletionItem, Hover } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { newestRelease } from '../../core/releases.ts';
import type { ServerContext } from '../../server/src/context.ts';
import { OpenFile } from '../../server/src/documents/openFiles.ts';
import type { PlacedDocument } from '../../server/src/documents/sourceFile.ts';
import completion from '../../server/src/features/completion.ts';
import documentLinks from '../../server/src/features/documentLinks.ts';
import documentSymbols from '../../server/src/features/documentSymbols.ts';
import folding from '../../server/src/features/folding.ts';
import hover from '../../server/src/features/hover.ts';
import { Observable } from '../../server/src/observable.ts';

const uri = 'file:///fuzz.yaml';
type Handler = (params: unknown) => unknown;

export class Features {
  readonly #handlers = new Map<string, Handler>();
  #file = new OpenFile(TextDocument.create(uri, 'yaml', 0, ''));

  constructor() {
    const connection = new Proxy({}, { get: (_, name: string) => (handler: Handler) => this.#handlers.set(name, handler) });
    const context = {
      connection,
      files: { get: () => this.#file },
      settings: { for: () => Promise.resolve({ release: newestRelease, severities: new Map() }) },
      workspace: { facts: () => undefined },
      client: {},
      options: {},
      yamlExtension: new Observable({ active: false, validates: false, completes: false, hovers: false }),
    } as unknown as ServerContext;
    for (const feature of [completion, hover, documentSymbols, folding, documentLinks]) feature.register(context);
  }

  /** The file as it is after an edit; gives its documents, read on from those before. */
  edit(start: number, end: number, text: string): readonly PlacedDocument[] {
    const { text: document } = this.#file;
    TextDocument.update(document, [{ range: { start: document.positionAt(start), end: document.positionAt(end) }, text }], document.version + 1);
    return this.#file.documents;
  }

  /** Another file. */
  reset(text: string): readonly PlacedDocument[] {
    this.#file = new OpenFile(TextDocument.create(uri, 'yaml', 0, text));
    return this.#file.documents;
  }

  get document(): TextDocument {
    return this.#file.text;
  }

  /**
   * Asks every feature, at this offset where it matters; throws when one throws or names a place outside the text.
   * @returns how many completions were offered
   */
  async ask(anywhere: number): Promise<number> {
    const position = this.document.positionAt(anywhere);
    // No place is between CR and LF.
    const offset = this.document.offsetAt(position);
    const params = { textDocument: { uri }, position };
    const items = (await this.#call('onCompletion', params)) as CompletionItem[];
    for (const { label, textEdit } of items) {
      if (textEdit === undefined || !('range' in textEdit)) throw new Error(`${label} says nothing of what it replaces`);
      // Clients filter by what stands between the start of the range and the cursor, in one line.
      const [start, end] = [this.document.offsetAt(textEdit.range.start), this.document.offsetAt(textEdit.range.end)];
      if (start > offset || end < offset || textEdit.range.start.line !== position.line) throw new Error(`${label} replaces ${start}-${end}, the cursor is at ${offset}`);
    }
    const hovered = (await this.#call('onHover', params)) as Hover | null;
    if (hovered?.range !== undefined) this.#inside(hovered.range.end.line);
    const last = this.document.positionAt(Infinity).line;
    for (const name of ['onDocumentSymbol', 'onFoldingRanges', 'onDocumentLinks']) {
      for (const [, line] of JSON.stringify(this.#call(name, params) ?? []).matchAll(/"(?:line|endLine)":(-?[\d.]+)/g))
        if (!(Number(line) >= 0 && Number(line) <= last)) throw new Error(`${name}: line ${line} of ${last}`);
    }
    return items.length;
  }

  #inside(line: number): void {
    if (line > this.document.lineCount) throw new Error(`line ${line} of ${this.document.lineCount}`);
  }

  #call(name: string, params: unknown): unknown {
    const handler = this.#handlers.get(name);
    if (handler === undefined) throw new Error(`no feature registered ${name}`);
    return handler(params);
  }
}
