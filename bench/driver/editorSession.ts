/** Drives one language server over stdio as an editor would. Every measurement waits for a verified response. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import {
  createProtocolConnection,
  type CompletionItem,
  type CompletionList,
  type Diagnostic,
  type Hover,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { toggled, type Input } from './inputFiles.ts';
import type { Server } from './servers.ts';

/** Maximum time to wait for a server response, in milliseconds. */
const patience = 120_000;

export class Session {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #waiting = new Set<(params: PublishDiagnosticsParams) => void>();
  readonly #logListeners = new Set<(message: string) => void>();
  readonly #versions = new Map<string, number>();
  readonly pid: number;
  readonly spawned: number;
  /** Everything the server wrote to stderr. */
  stderr = '';

  /** Spawns the server without sending it any message. */
  constructor(server: Server, nodeOptions: readonly string[] = []) {
    this.spawned = performance.now();
    const child = spawn(process.execPath, [...nodeOptions, ...server.command], { stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.pid === undefined) throw new Error(`cannot start ${server.name}`);
    this.pid = child.pid;
    this.#child = child;
    // Each pending request for diagnostics adds an `exit` listener. Many files can be open at the same time.
    child.setMaxListeners(0);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    const connection = createProtocolConnection(child.stdout, child.stdin);
    connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
      items.map(({ section }) => server.settings(section ?? '')),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      for (const listener of this.#waiting) listener(params);
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      for (const listener of this.#logListeners) listener(message);
    });
    connection.listen();
    this.#connection = connection;
  }

  /** Initializes the server with these workspace folders. Returns the time of the server's response. */
  async initialize(folders: readonly string[] = []): Promise<number> {
    await this.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: folders.length === 0 ? null : folders.map((uri) => ({ uri, name: uri })),
      capabilities: {
        workspace: { configuration: true },
        textDocument: {
          publishDiagnostics: { relatedInformation: true },
          completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
          hover: { contentFormat: ['markdown'] },
        },
      },
    });
    const answered = performance.now();
    await this.#connection.sendNotification('initialized', {});
    return answered;
  }

  /** Opens a file. Resolves with the time at which the expected diagnostics arrive. */
  async open(input: Input): Promise<number> {
    const right = this.#diagnostics(input, true);
    this.#versions.set(input.item.uri, input.item.version);
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument: input.item });
    return right;
  }

  /** Closes a file. Resolves when the server has cleared its diagnostics. */
  async close({ item: { uri } }: Input): Promise<void> {
    const gone = this.#next((params) => params.uri === uri && params.diagnostics.length === 0);
    await this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await gone;
  }

  /** Makes the toggled value invalid or valid. Resolves with the time at which the matching diagnostics arrive. */
  async toggle(input: Input, wrong: boolean): Promise<number> {
    const right = this.#diagnostics(input, wrong);
    await (wrong ? this.insert(input, input.toggle, toggled) : this.remove(input, input.toggle, toggled.length));
    return right;
  }

  /** Resolves with the time of the next diagnostics that satisfy `holds`. */
  diagnosticsWhere(input: Input, holds: (diagnostics: readonly Diagnostic[]) => boolean): Promise<number> {
    return this.#next((params) => params.uri === input.item.uri && holds(params.diagnostics));
  }

  /** Resolves when the server logs a message that matches the pattern. */
  logged(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      this.#logListeners.add((message) => pattern.test(message) && resolve());
    });
  }

  async insert(input: Input, position: Position, text: string): Promise<void> {
    await this.#change(input, position, position, text);
  }

  async remove(input: Input, { line, character }: Position, length: number): Promise<void> {
    await this.#change(input, { line, character }, { line, character: character + length }, '');
  }

  async complete({ item: { uri } }: Input, position: Position): Promise<readonly CompletionItem[]> {
    const result = await this.#connection.sendRequest<CompletionItem[] | CompletionList | null>(
      'textDocument/completion',
      { textDocument: { uri }, position },
    );
    return Array.isArray(result) ? result : (result?.items ?? []);
  }

  async hover({ item: { uri } }: Input, position: Position): Promise<string> {
    const result = await this.#connection.sendRequest<Hover | null>('textDocument/hover', {
      textDocument: { uri },
      position,
    });
    return JSON.stringify(result?.contents ?? '');
  }

  /** Ends the process immediately, for servers that don't respond in time. */
  kill(): void {
    this.#child.kill('SIGKILL');
    this.#connection.dispose();
  }

  /** Stops the server with `shutdown` and `exit`, as an editor does. */
  async stop(): Promise<void> {
    const exited = this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    await exited;
    this.#connection.dispose();
  }

  async #change(input: Input, start: Position, end: Position, text: string): Promise<void> {
    const { uri } = input.item;
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start, end }, text }],
    });
  }

  /**
   * Resolves with the time at which the diagnostics match the file: one line is always wrong, the toggled line only
   * while `wrong` is true.
   */
  #diagnostics(input: Input, wrong: boolean): Promise<number> {
    return this.diagnosticsWhere(
      input,
      (diagnostics) => isOnLine(diagnostics, input.wrongLine) && isOnLine(diagnostics, input.toggle.line) === wrong,
    );
  }

  #next(isRight: (params: PublishDiagnosticsParams) => boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(`no correct response within ${patience / 1000} s`), patience);
      const exited = () => fail('the server exited');
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(listener);
        this.#child.off('exit', exited);
      };
      const fail = (problem: string) => {
        end();
        reject(new Error(`${problem}. The server's stderr: ${this.stderr.slice(-2000)}`));
      };
      const listener = (params: PublishDiagnosticsParams) => {
        const at = performance.now();
        if (!isRight(params)) return;
        end();
        resolve(at);
      };
      this.#child.once('exit', exited);
      this.#waiting.add(listener);
    });
  }
}

/** Returns whether a diagnostic starts on this line. */
export function isOnLine(diagnostics: readonly Diagnostic[], line: number): boolean {
  return diagnostics.some(({ range }) => range.start.line === line);
}
