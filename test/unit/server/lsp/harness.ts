/**
 * Runs a feature without a connection, on a workspace with open and other files, by calling its handlers as a client
 * would.
 */
import assert from 'node:assert/strict';
import type { ClientCapabilities, Location, Position } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { ValidationCluster } from '#server/engine/cluster/knownCluster.ts';
import type { LspCapability, ServerContext } from '#server/lsp/context.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { Observable } from '#server/engine/scheduling/observable.ts';
import type { InitializationOptions } from '#server/protocol/protocol.ts';
import { Checker } from '#server/lsp/checker.ts';
import { languageContextOf } from '#server/lsp/languageContext.ts';
import { Languages } from '#server/lsp/languages.ts';
import { languageModules } from '#server/modules.ts';
import { createWorkspaceSnapshot, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { noSecondProcess } from '#test/support/lsp/noSecondProcess.ts';

/** URI of the open file. Other files can be in its folder, above it, or elsewhere. */
export const uri = 'file:///workspace/app/file.yaml';
const uriOf = (name: string) => `file:///workspace/${name}`;

export interface Setting {
  readonly release?: string;
  /**
   * Other files of the workspace, by their paths under `/workspace`. If omitted, the workspace hasn't been read yet.
   */
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: InitializationOptions;
  readonly client?: ClientCapabilities;
  readonly off?: boolean;
  /** True if the Red Hat YAML extension is active. */
  readonly elsewhere?: boolean;
}

type Handler = (params: unknown, token: unknown) => unknown;

export class Played {
  /** Requests that the server sent to the client. */
  readonly requested: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly cluster = new Observable<ValidationCluster | undefined>(undefined);
  file: OpenFile;
  settings: { release: string | undefined; off: boolean };
  files: Readonly<Record<string, string>> | undefined;
  readonly #handlers = new Map<string, Handler>();
  readonly #changed: (() => void)[] = [];
  #facts: { readonly of: unknown; readonly facts: WorkspaceSnapshot } | undefined;
  #settings: { readonly of: string; readonly settings: unknown } | undefined;

  constructor(
    feature: LspCapability,
    text: string,
    { release, files, options = {}, client = {}, off = false, elsewhere = false }: Setting = {},
  ) {
    this.file = new OpenFile(TextDocument.create(uri, 'yaml', 1, text));
    this.settings = { release, off };
    this.files = files;
    const connection = {
      onRequest: (method: string, handler: Handler) => void this.#handlers.set(method, handler),
      refresh: (method: string) => {
        this.requested.push(method);
        for (const look of this.#waiting) look();
        return Promise.resolve();
      },
    };
    const onChange = (listener: () => void) => this.#changed.push(listener);
    const settings = { for: () => Promise.resolve(this.#inForce()), onChange };
    const workspace = { facts: () => this.#known(), onChange };
    const yamlExtension = new Observable({
      active: elsewhere,
      validates: elsewhere,
      completes: elsewhere,
      hovers: elsewhere,
    });
    const log = (message: string) => assert.fail(message);
    const { cluster } = this;
    const state = {
      connection,
      files: { get: (asked: string) => (asked === uri ? this.file : undefined), onClose: () => undefined },
      settings,
      workspace,
      cluster,
      client,
      options,
      yamlExtension,
      regoExtension: new Observable({ active: false }),
      log,
    };
    const checker = new Checker(languageModules, settings as never, workspace as never, cluster, yamlExtension, log);
    const languages = new Languages(languageModules, languageContextOf(state as never));
    feature.register({ ...state, checker, languages, secondProcess: noSecondProcess } as unknown as ServerContext);
  }

  /** Changes settings or other files, and notifies the server. */
  change(make: () => void): void {
    make();
    for (const listener of this.#changed) listener();
  }

  /** Resolves when the server has made this number of requests. */
  hasRequested(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.requested.length < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async call<T>(name: string, params: object = {}): Promise<T> {
    const handler = this.#handlers.get(name) ?? assert.fail(`nothing registered ${name}`);
    return (await handler({ textDocument: { uri }, ...params }, { isCancellationRequested: false })) as T;
  }

  #known(): WorkspaceSnapshot | undefined {
    const { files } = this;
    if (files === undefined) return undefined;
    // As in the index, the snapshot stays the same object until something changes.
    if (this.#facts?.of !== files)
      this.#facts = {
        of: files,
        facts: createWorkspaceSnapshot(Object.entries(files).map(([name, text]) => ({ uri: uriOf(name), text }))),
      };
    return this.#facts.facts;
  }

  #inForce(): unknown {
    const of = JSON.stringify(this.settings);
    const { release, off } = this.settings;
    const found = release === undefined ? newestRelease : findRelease(release);
    if (this.#settings?.of !== of)
      this.#settings = { of, settings: { release: found, severities: new Map(), codeLens: !off, inlayHints: !off } };
    return this.#settings.settings;
  }
}

/** Returns the text without its cursor `|`, and the position of the cursor. */
export function readCursor(marked: string): { text: string; position: Position } {
  const at = marked.indexOf('|');
  assert.notEqual(at, -1, 'there is a cursor');
  const text = marked.slice(0, at) + marked.slice(at + 1);
  return { text, position: TextDocument.create(uri, 'yaml', 1, text).positionAt(at) };
}

/** Returns locations as `file:text`, with the text from their files. */
export function placesIn(
  locations: readonly Location[],
  text: string,
  files: Readonly<Record<string, string>> = {},
): string[] {
  return locations.map((location) => {
    const name = location.uri === uri ? '' : location.uri.replace('file:///workspace/', '');
    const document = TextDocument.create(
      location.uri,
      'yaml',
      1,
      name === '' ? text : (files[name] ?? assert.fail(`there is no ${name}`)),
    );
    const line = document.getText({
      start: { line: location.range.start.line, character: 0 },
      end: { line: location.range.start.line + 1, character: 0 },
    });
    const found = document.getText(location.range);
    assert.ok(found !== '' && !found.includes('\n'), `${name} has something at ${JSON.stringify(location.range)}`);
    return `${name}: ${line.trim()} [${found}]`;
  });
}
