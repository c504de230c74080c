/**
 * Provides an editor without a UI: starts the server over stdio and communicates with it as an editor does. The test
 * sets the capabilities, settings, and registration. By default, the editor supports almost nothing, like a plain
 * terminal editor.
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
/** Folder with the bundles. `OSC_DIST` overrides it while another build is writing to `dist`. */
export const dist = process.env['OSC_DIST'] ?? path.join(root, 'dist');

/**
 * Maximum time between two messages of the server while a test waits for a message, in milliseconds. Without this
 * limit, a test that expects an outdated text would block the run until its own, much longer time limit.
 */
const silenceLimit = 60_000;

export interface EditorOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: unknown;
  /** Language, as for `--lang`. English by default. */
  readonly language?: string;
  /** URIs of the workspace folders. */
  readonly folders?: readonly string[];
  /** Raw `workspaceFolders` value to send instead of `folders`, even if invalid. */
  readonly workspaceFolders?: unknown;
  /** Returns the `osc` settings for a file. The server requests them only if the capabilities include configuration. */
  readonly settings?: (uri: string) => unknown;
  /** Path of the Node.js that runs the server. */
  readonly node?: string;
  /** Folder with the bundles, if not `dist`. */
  readonly build?: string;
}

export class Editor {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;
  /** Methods of the capabilities that the server registered. */
  readonly registered: string[] = [];
  /** URIs that the server asked to show. The next fields contain its messages to the user and to the log. */
  readonly shown: string[] = [];
  readonly messages: string[] = [];
  readonly logged: string[] = [];
  /** Refreshes that the server requested: `codeLens` or `inlayHint`. */
  readonly refreshed: string[] = [];
  /** Requests and notifications from the server without a handler. */
  readonly unexpected: string[] = [];
  readonly checked: CheckedParams[] = [];
  stderr = '';
  result: InitializeResult = { capabilities: {} };
  readonly #documents = new Map<string, TextDocument>();
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #events = new EventEmitter();
  readonly #exit: Promise<number | null>;
  /** Error that is set when the server has exited. No more messages arrive after that. */
  #ended: Error | undefined;

  private constructor(options: EditorOptions) {
    this.process = spawn(
      options.node ?? process.execPath,
      [path.join(options.build ?? dist, 'server.js'), '--stdio', `--lang=${options.language ?? 'en'}`],
      { stdio: 'pipe' },
    );
    this.process.stderr.on('data', (data: Buffer) => (this.stderr += data.toString()));
    // Writing fails after the server has exited. Tests of this check its exit code.
    this.process.stdin.on('error', () => undefined);
    // On `exit`, the last output of the server might not have been read yet.
    this.#exit = once(this.process, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
    this.connection = createMessageConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    // Calls that are waiting for a message must fail when the server exits.
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

  /** Changes an open file, as typing does. */
  async change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const before = this.document(uri);
    const document = TextDocument.update(before, contentChanges, before.version + 1);
    await this.notify('textDocument/didChange', { textDocument: { uri, version: document.version }, contentChanges });
  }

  /** Applies edits that the server returned, and returns the new text. */
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

  /** Returns the diagnostics of the current version of a file. */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const { version } = this.document(uri);
    return this.diagnosticsWhen(uri, (published) => published.version === version);
  }

  /** Returns the diagnostics of the last publication if it meets the condition, or of the next one that does. */
  async diagnosticsWhen(
    uri: string,
    isWanted: (published: PublishDiagnosticsParams) => boolean,
  ): Promise<Diagnostic[]> {
    for (;;) {
      const published = this.#published.get(uri);
      if (published !== undefined && isWanted(published)) return published.diagnostics;
      await this.#next('published', () => published?.diagnostics ?? 'no diagnostics');
    }
  }

  /** Forgets published diagnostics, so that only later ones count. */
  forget(): void {
    this.#published.clear();
  }

  /** Returns the first report of a check that meets the condition, waiting for it if necessary. */
  async checkedWhen(isWanted: (params: CheckedParams) => boolean): Promise<CheckedParams> {
    for (;;) {
      const found = this.checked.find(isWanted);
      if (found !== undefined) return found;
      await this.#next('said', () => this.checked);
    }
  }

  /** Waits for a line that matches the pattern and returns it. */
  async said(list: readonly string[], pattern: RegExp): Promise<string> {
    for (;;) {
      const found = list.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await this.#next('said', () => list);
    }
  }

  request<T>(method: string, params?: unknown): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  notify(method: string, params?: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  /** Returns the exit code when the server has exited. */
  exited(): Promise<number | null> {
    return this.#exit;
  }

  /** Stops the server with the shutdown and exit messages. Returns its exit code. */
  async stop(): Promise<number | null> {
    await this.request('shutdown');
    await this.notify('exit');
    return this.#exit;
  }

  /**
   * Waits for the next event.
   * @param lastSeen returns the last value that the test received, for the error message
   * @throws if the server has exited, exits before the event, or is silent for longer than the limit
   */
  async #next(event: 'published' | 'said', lastSeen: () => unknown): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended;
    const signal = AbortSignal.timeout(silenceLimit);
    try {
      await once(this.#events, event, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      const seen = JSON.stringify(lastSeen(), undefined, 2);
      throw new Error(`the server sent nothing for ${silenceLimit / 1000} s. Last seen: ${seen}`, { cause: error });
    }
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
    // The server must not use capabilities that the client didn't announce.
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
