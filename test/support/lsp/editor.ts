/**
 * An editor without windows: starts the server over stdio and says to it what an editor would. What it can
 * (capabilities, settings, registration) is given by the test; by default next to nothing, as in a plain terminal
 * editor.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-languageserver/node';
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
  TextEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CheckedParams } from '#server/protocol/protocol.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
/** Elsewhere while somebody else is building. */
export const dist = process.env['OSC_DIST'] ?? path.join(root, 'dist');

export interface EditorOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: unknown;
  /** As `--lang` has it; English without. */
  readonly language?: string;
  /** URIs of the workspace's folders. */
  readonly folders?: readonly string[];
  /** What is said of the workspace's folders instead, right or wrong. */
  readonly workspaceFolders?: unknown;
  /** Settings under `osc`, by the file asked for. Only asked for when the capabilities say so. */
  readonly settings?: (uri: string) => unknown;
  /** The Node that runs the server. */
  readonly node?: string;
}

export class Editor {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;
  /** Capabilities that the server registered, by method. */
  readonly registered: string[] = [];
  /** What the server asked to show, and said to the user and the log. */
  readonly shown: string[] = [];
  readonly messages: string[] = [];
  readonly logged: string[] = [];
  /** What the server had asked for anew: `codeLens`, `inlayHint`. */
  readonly refreshed: string[] = [];
  /** Requests and notifications of the server that no handler above is for. */
  readonly unexpected: string[] = [];
  readonly checked: CheckedParams[] = [];
  stderr = '';
  result: InitializeResult = { capabilities: {} };
  readonly #documents = new Map<string, TextDocument>();
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #events = new EventEmitter();
  readonly #exit: Promise<number | null>;
  /** Set when the server has ended: nothing comes any more. */
  #ended: Error | undefined;

  private constructor(options: EditorOptions) {
    this.process = spawn(
      options.node ?? process.execPath,
      [path.join(dist, 'server.js'), '--stdio', `--lang=${options.language ?? 'en'}`],
      { stdio: 'pipe' },
    );
    this.process.stderr.on('data', (data: Buffer) => (this.stderr += data.toString()));
    // A server that is gone cannot be written to: tests of that look at its exit.
    this.process.stdin.on('error', () => undefined);
    // Not 'exit': what it wrote last may not have been read by then.
    this.#exit = once(this.process, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
    this.connection = createMessageConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    // Who waits for a server that has ended must not wait for ever.
    this.process.on('close', (code) => {
      this.#ended = new Error(`the server has ended with ${code}: ${this.stderr}`);
      for (const event of ['published', 'said'])
        if (this.#events.listenerCount(event) > 0) this.#events.emit('error', this.#ended);
      this.connection.dispose();
    });
    this.#listen(options);
    this.connection.listen();
  }

  static async start(options: EditorOptions = {}): Promise<Editor> {
    const editor = new Editor(options);
    const folders = options.folders?.map((uri) => ({ uri, name: path.basename(uri) })) ?? null;
    const { workspaceFolders = folders } = options;
    editor.result = await editor.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: folders?.[0]?.uri ?? null,
      capabilities: options.capabilities ?? {},
      ...(workspaceFolders === null ? {} : { workspaceFolders }),
      ...(options.initializationOptions === undefined ? {} : { initializationOptions: options.initializationOptions }),
    });
    await editor.connection.sendNotification('initialized', {});
    return editor;
  }

  async open(uri: string, text: string): Promise<void> {
    const document = TextDocument.create(uri, 'yaml', 1, text);
    this.#documents.set(uri, document);
    await this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
  }

  /** Changes an open file, as typed. */
  async change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const before = this.document(uri);
    const document = TextDocument.update(before, contentChanges, before.version + 1);
    await this.notify('textDocument/didChange', { textDocument: { uri, version: document.version }, contentChanges });
  }

  /** Makes the edits that the server offered. */
  async apply(uri: string, edits: readonly TextEdit[]): Promise<string> {
    const text = TextDocument.applyEdits(this.document(uri), [...edits]);
    await this.change(uri, { text });
    return text;
  }

  async close(uri: string): Promise<void> {
    this.#documents.delete(uri);
    await this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  async closeAll(): Promise<void> {
    for (const uri of this.#documents.keys()) await this.close(uri);
  }

  document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }

  /** The diagnostics of the file's present version. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const { version } = this.document(uri);
    return this.diagnosticsWhen(uri, (published) => published.version === version);
  }

  /** The next publication, or the last one, for which this is true. */
  async diagnosticsWhen(
    uri: string,
    isWanted: (published: PublishDiagnosticsParams) => boolean,
  ): Promise<Diagnostic[]> {
    for (;;) {
      const published = this.#published.get(uri);
      if (published !== undefined && isWanted(published)) return published.diagnostics;
      await this.#next('published');
    }
  }

  /** Forgets what was published, so that only what comes next counts. */
  forget(): void {
    this.#published.clear();
  }

  /** The first report of a check for which this is true. */
  async checkedWhen(isWanted: (params: CheckedParams) => boolean): Promise<CheckedParams> {
    for (;;) {
      const found = this.checked.find(isWanted);
      if (found !== undefined) return found;
      await this.#next('said');
    }
  }

  /** Waits until something of this kind was said. */
  async said(list: readonly string[], pattern: RegExp): Promise<string> {
    for (;;) {
      const found = list.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await this.#next('said');
    }
  }

  request<T>(method: string, params?: unknown): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  notify(method: string, params?: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  /** The exit code, once the server has ended by itself. */
  exited(): Promise<number | null> {
    return this.#exit;
  }

  /** Ends the server as the protocol says; gives its exit code. */
  async stop(): Promise<number | null> {
    await this.request('shutdown');
    await this.notify('exit');
    return this.#exit;
  }

  /** Waits for the next event. @throws when the server has ended, or ends before it */
  async #next(event: 'published' | 'said'): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended;
    await once(this.#events, event);
  }

  #listen(options: EditorOptions): void {
    const { connection } = this;
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#published.set(params.uri, params);
      this.#events.emit('published');
    });
    connection.onNotification('osc/checked', (params: CheckedParams) => {
      this.checked.push(params);
      this.#events.emit('said');
    });
    connection.onNotification('window/showMessage', ({ message }: { message: string }) =>
      this.#say(this.messages, message),
    );
    connection.onNotification('window/logMessage', ({ message }: { message: string }) =>
      this.#say(this.logged, message),
    );
    connection.onRequest('window/showDocument', ({ uri }: { uri: string }) => {
      this.#say(this.shown, uri);
      return { success: true };
    });
    for (const what of ['codeLens', 'inlayHint'] as const) {
      if (options.capabilities?.workspace?.[what]?.refreshSupport !== true) continue;
      connection.onRequest(`workspace/${what}/refresh`, () => {
        this.#say(this.refreshed, what);
        return null;
      });
    }
    connection.onRequest('client/registerCapability', ({ registrations }: { registrations: { method: string }[] }) => {
      for (const { method } of registrations) this.#say(this.registered, method);
      return null;
    });
    if (options.settings !== undefined) {
      const { settings } = options;
      connection.onRequest('workspace/configuration', ({ items }: { items: { scopeUri?: string }[] }) =>
        items.map(({ scopeUri = '' }) => settings(scopeUri)),
      );
    }
    connection.onUnhandledNotification(({ method }) => this.unexpected.push(method));
    // What the client did not say it can do, the server must not ask of it.
    connection.onRequest((method: string) => {
      this.unexpected.push(method);
      throw new Error(`this client does not know ${method}`);
    });
    connection.onError(([error]) => this.unexpected.push(error.message));
  }

  #say(list: string[], line: string): void {
    list.push(line);
    this.#events.emit('said');
  }
}
