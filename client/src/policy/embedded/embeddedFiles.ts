/**
 * File system for embedded policies and initdata. Reading decodes the content from the source as it is in the editor,
 * and writing edits the source. If the source had no unsaved changes, it's saved after the edit.
 */
import * as l10n from '@vscode/l10n';
import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FileSystemError,
  FileType,
  Range,
  RelativePattern,
  Uri,
  workspace,
  WorkspaceEdit,
  type FileChangeEvent,
  type FileSystemProvider,
  type TextDocument,
} from 'vscode';
import { packRequest, unpackRequest } from '#server/protocol/protocol.ts';
import type { TextEdit } from '#server/protocol/textEdit.ts';
import { parseEmbeddedUri, type EmbeddedLocation } from '#client/language/documents/embeddedUri.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import { createLatestOnlyRunner } from '../latestOnlyRunner.ts';
import { decodeText } from '../decodeText.ts';

/** Content that was last read or written for one file. */
interface State {
  readonly content: string;
  readonly mtime: number;
}

export class PackedFiles implements FileSystemProvider {
  readonly #ask: SendServerRequest;
  readonly #failed: (error: unknown) => void;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly #states = new Map<string, State>();
  /** Files that couldn't be decoded at the last check. VS Code considers them deleted. */
  readonly #gone = new Set<string>();
  readonly onDidChangeFile = this.#changed.event;

  /**
   * Creates the file system.
   * @param failed called when a source can't be checked for changes
   */
  constructor(ask: SendServerRequest, failed: (error: unknown) => void) {
    this.#ask = ask;
    this.#failed = failed;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  watch(uri: Uri): Disposable {
    const at = parseEmbeddedUri(uri);
    if (at === undefined) return new Disposable(() => undefined);
    const source = Uri.parse(at.source);
    const look = createLatestOnlyRunner(() => this.#look(uri), this.#failed);
    const watcher = workspace.createFileSystemWatcher(
      new RelativePattern(Uri.joinPath(source, '..'), source.path.slice(source.path.lastIndexOf('/') + 1)),
    );
    return Disposable.from(
      watcher,
      watcher.onDidChange(look),
      watcher.onDidDelete(look),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.uri.toString() === source.toString()) look();
      }),
      new Disposable(() => {
        this.#states.delete(uri.toString());
        this.#gone.delete(uri.toString());
      }),
    );
  }

  async stat(uri: Uri): Promise<{ type: FileType; ctime: number; mtime: number; size: number }> {
    // Before VS Code writes a file that it considers deleted, it checks the parent folders.
    if (!isFile(uri)) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { content, mtime } = await this.#read(uri);
    return { type: FileType.File, ctime: 0, mtime, size: new TextEncoder().encode(content).length };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#read(uri)).content);
  }

  async writeFile(uri: Uri, bytes: Uint8Array): Promise<void> {
    const at = located(uri);
    const document = await sourceOf(at);
    const { version, isDirty } = document;
    const content = decodeText(bytes);
    const { edits, problem } = await this.#ask(packRequest, { text: document.getText(), place: at.place, content });
    if (problem !== undefined) throw FileSystemError.Unavailable(cannotWrite(document, problem));
    if (document.version !== version)
      throw FileSystemError.Unavailable(
        cannotWrite(document, l10n.t`the file changed while you were saving, so save again`),
      );
    // Stored before the edit, so that the edit isn't reported as an external change.
    this.#keep(uri, content);
    if (!(await apply(document, edits)))
      throw FileSystemError.Unavailable(
        cannotWrite(document, l10n.t`VS Code couldn't apply the change. Run the command again.`),
      );
    if (!isDirty && !(await document.save()))
      throw FileSystemError.Unavailable(l10n.t`${nameOf(document)} was changed but couldn't be saved.`);
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  async #read(uri: Uri): Promise<State> {
    const at = located(uri);
    const document = await sourceOf(at);
    const { content, problem } = await this.#ask(unpackRequest, { text: document.getText(), place: at.place });
    if (content === undefined) {
      this.#gone.add(uri.toString());
      const name = nameOf(document);
      throw FileSystemError.FileNotFound(
        problem === undefined
          ? l10n.t`Can't decode the embedded content in ${name}: the file no longer contains that content`
          : l10n.t`Can't decode the embedded content in ${name}: ${problem}`,
      );
    }
    return this.#keep(uri, content);
  }

  /**
   * Stores the content. The modification time increases only if the content changes, because VS Code uses it to detect
   * conflicts.
   */
  #keep(uri: Uri, content: string): State {
    const key = uri.toString();
    const before = this.#states.get(key);
    if (before?.content === content) return before;
    const state = { content, mtime: Math.max(Date.now(), (before?.mtime ?? 0) + 1) };
    this.#states.set(key, state);
    return state;
  }

  async #look(uri: Uri): Promise<void> {
    const before = this.#states.get(uri.toString());
    const state = await this.#read(uri).catch(() => undefined);
    // While the user edits the source, it might be temporarily invalid. The editor then keeps the last content.
    if (state === undefined) return;
    const events: FileChangeEvent[] = [];
    if (this.#gone.delete(uri.toString())) events.push({ type: FileChangeType.Created, uri });
    if (state !== before) events.push({ type: FileChangeType.Changed, uri });
    if (events.length > 0) this.#changed.fire(events);
  }
}

/** Returns whether the path ends in one of the file names that `packedUri` creates. */
function isFile({ path }: Uri): boolean {
  return /\/(?:policy\.rego|initdata\.toml|configuration\.toml)$/.test(path);
}

function located(uri: Uri): EmbeddedLocation {
  const at = parseEmbeddedUri(uri);
  if (at === undefined) throw FileSystemError.FileNotFound(uri);
  return at;
}

async function sourceOf({ source }: EmbeddedLocation): Promise<TextDocument> {
  const uri = Uri.parse(source);
  return workspace.openTextDocument(uri).then(undefined, () => {
    throw FileSystemError.FileNotFound(l10n.t`Can't read the file with the embedded content: ${uri.path}`);
  });
}

/** Applies edits from the server to a document. */
export async function apply(document: TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  const change = new WorkspaceEdit();
  for (const { range, newText } of edits)
    change.replace(
      document.uri,
      new Range(range.start.line, range.start.character, range.end.line, range.end.character),
      newText,
    );
  return workspace.applyEdit(change);
}

const nameOf = ({ uri }: TextDocument) => uri.path.slice(uri.path.lastIndexOf('/') + 1);

function cannotWrite(document: TextDocument, why: string): string {
  return l10n.t`Can't write the content back to ${nameOf(document)}: ${why.replace(/[.。]$/u, '')}. Your text is still in this editor.`;
}
