/**
 * Provides the lines of a file that can be large and can still grow. Reads the file once, in slices, to find where
 * lines begin. When lines are requested, reads them again from there. Only the index is kept in memory, so a file of 1
 * GB needs only as much memory as its index (lineIndex.ts).
 */
import * as l10n from '@vscode/l10n';
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { Clock } from '#client/kubernetes/clock.ts';
import { cutLines, textOf } from './cutLines.ts';
import { LineIndex } from './lineIndex.ts';
import type { LineStore, StoreState } from './lineStore.ts';
import { Listeners } from './listeners.ts';

export interface FileLinesOptions {
  readonly clock: Clock;
  /** True to check periodically for new content. */
  readonly follow: boolean;
}

/** Progress of the decompression into the file. */
export interface DecompressionProgress {
  readonly done: number;
  readonly total: number;
  readonly finished: boolean;
  readonly problem: string | undefined;
}

const newLine = 10;
const slice = 1 << 20;
/**
 * Size of the first slice, in bytes. Smaller than the other slices, so that the first lines are available immediately.
 */
const firstSlice = 64 * 1024;
/** Number of slices between two notifications of listeners. */
const often = 8;
const betweenLooks = 500;
/** Number of bytes at the start of the file that identify it. */
const headBytes = 512;
/** Number of bytes at the end of the file that are searched for the last lines. */
const lastBytes = 1 << 20;

export class FileLines implements LineStore {
  readonly latest: number;
  readonly #path: string;
  readonly #options: FileLinesOptions;
  readonly #origin: (() => DecompressionProgress) | undefined;
  readonly #listeners = new Listeners();
  #file: FileHandle;
  #inode: number;
  #index = new LineIndex();
  #head: Buffer = Buffer.alloc(0);
  #size = 0;
  #read = 0;
  #ended = 0;
  #lastLine = 0;
  #problem: string | undefined;
  #grows: boolean;
  #begunAgain = 0;
  #busy: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #stop: (() => void) | undefined;

  /**
   * Opens a file. Rejects if the file can't be opened.
   * @param origin progress of the decompression, if the file is being decompressed
   */
  static async open(path: string, options: FileLinesOptions, origin?: () => DecompressionProgress): Promise<FileLines> {
    const file = await open(path, 'r');
    const { ino, mtimeMs, size } = await file.stat();
    return new FileLines({ path, file, inode: ino, latest: mtimeMs, size }, options, origin);
  }

  private constructor(
    {
      path,
      file,
      inode,
      latest,
      size,
    }: { path: string; file: FileHandle; inode: number; latest: number; size: number },
    options: FileLinesOptions,
    origin: (() => DecompressionProgress) | undefined,
  ) {
    this.#path = path;
    this.#file = file;
    this.#inode = inode;
    this.#size = size;
    this.latest = latest;
    this.#options = options;
    this.#origin = origin;
    this.#grows = options.follow;
    void this.look();
    this.#lookLater();
  }

  get state(): StoreState {
    const origin = this.#origin?.();
    return {
      count: this.#ended + (this.#read > this.#lastLine ? 1 : 0),
      ended: this.#ended,
      done: origin?.done ?? this.#read,
      total: origin?.total ?? this.#size,
      grows: this.#grows || origin?.finished === false,
      problem: this.#problem ?? origin?.problem,
      begunAgain: this.#begunAgain,
    };
  }

  /** Size of the index, in bytes. */
  get indexBytes(): number {
    return this.#index.bytes;
  }

  async read(from: number, count: number): Promise<readonly string[]> {
    const wanted = Math.min(count, this.state.count - from);
    if (wanted <= 0 || from < 0) return [];
    return cutLines({ file: this.#file, index: this.#index, end: this.#read }, from, wanted);
  }

  async readLast(count: number): Promise<readonly string[]> {
    const { size } = await this.#file.stat();
    const from = Math.max(0, size - lastBytes);
    const buffer = Buffer.allocUnsafe(size - from);
    const { bytesRead } =
      buffer.length === 0 ? { bytesRead: 0 } : await this.#file.read(buffer, 0, buffer.length, from);
    const lines: string[] = [];
    if (bytesRead === 0) return lines;
    let end = buffer[bytesRead - 1] === newLine ? bytesRead - 1 : bytesRead;
    while (lines.length < count && end >= 0) {
      const before = end === 0 ? -1 : buffer.lastIndexOf(newLine, end - 1);
      // The first line in the buffer might have started before it.
      if (before < 0 && from > 0 && lines.length > 0) break;
      lines.push(textOf(buffer.subarray(before + 1, end)));
      end = before;
    }
    return lines.toReversed();
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop?.();
    this.#listeners.clear();
    this.#file.close().catch(() => undefined);
  }

  /**
   * Reads new content now.
   * @returns a promise that resolves when all current content is read
   */
  look(): Promise<void> {
    if (this.#busy !== undefined) {
      this.#again = true;
      return this.#busy;
    }
    this.#busy = this.#catchUp().finally(() => {
      this.#busy = undefined;
      if (!this.#closed) this.#listeners.tell();
    });
    return this.#busy;
  }

  async #catchUp(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.#readOn();
      } catch (error) {
        if (!this.#closed)
          this.#end(l10n.t`Can't read the file: ${error instanceof Error ? error.message : String(error)}.`);
      }
    } while (this.#again && !this.#closed);
  }

  async #readOn(): Promise<void> {
    const buffer = Buffer.allocUnsafe(this.#read === 0 ? firstSlice : slice);
    let slices = 0;
    for (let piece: Buffer = buffer; !this.#closed;) {
      const { size } = await this.#file.stat();
      this.#size = Math.max(size, this.#read);
      if (size <= this.#read) return;
      const { bytesRead } = await this.#file.read(piece, 0, Math.min(piece.length, size - this.#read), this.#read);
      if (bytesRead === 0 || this.#closed) return;
      this.#learn(piece.subarray(0, bytesRead));
      slices += 1;
      if (slices === 1 || slices % often === 0) this.#listeners.tell();
      if (piece.length < slice) piece = Buffer.allocUnsafe(slice);
    }
  }

  #learn(piece: Buffer): void {
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, piece.subarray(0, headBytes - this.#head.length)]);
    for (let at = piece.indexOf(newLine); at >= 0; at = piece.indexOf(newLine, at + 1)) {
      this.#ended += 1;
      this.#lastLine = this.#read + at + 1;
      this.#index.note(this.#ended, this.#lastLine);
    }
    this.#read += piece.length;
  }

  #lookLater(): void {
    if (!this.#options.follow) return;
    this.#stop = this.#options.clock.after(betweenLooks, () => {
      this.#follow()
        .catch((error: unknown) =>
          this.#end(l10n.t`Can't read the file: ${error instanceof Error ? error.message : String(error)}.`),
        )
        .finally(() => {
          if (this.#grows && !this.#closed) this.#lookLater();
        });
    });
  }

  async #follow(): Promise<void> {
    await this.#busy;
    if (this.#closed) return;
    const now = await stat(this.#path).catch(() => undefined);
    if (this.#closed) return;
    if (now === undefined) return this.#end(l10n.t`The file no longer exists. The lines read so far are still shown.`);
    if (now.ino !== this.#inode) return this.#beginAgain(l10n.t`The file was replaced. Showing the new file.`);
    if (now.size < this.#read || (now.size > this.#read && !(await this.#isSame())))
      return this.#beginAgain(l10n.t`The file was truncated. Showing its current content.`);
    if (now.size > this.#read) await this.look();
  }

  /**
   * Returns whether the file still has the same start. A file that was truncated and rewritten can be longer than
   * before.
   */
  async #isSame(): Promise<boolean> {
    const buffer = Buffer.alloc(this.#head.length);
    await this.#file.read(buffer, 0, buffer.length, 0);
    return buffer.equals(this.#head);
  }

  async #beginAgain(problem: string): Promise<void> {
    const file = await open(this.#path, 'r');
    const now = await file.stat().catch(() => undefined);
    // This method must close the new file if the log was closed in the meantime or the file is already deleted again.
    if (this.#closed || now === undefined) await file.close();
    if (this.#closed) return;
    if (now === undefined) return this.#end(l10n.t`The file no longer exists. The lines read so far are still shown.`);
    const before = this.#file;
    this.#file = file;
    this.#inode = now.ino;
    this.#index = new LineIndex();
    this.#head = Buffer.alloc(0);
    this.#read = 0;
    this.#ended = 0;
    this.#lastLine = 0;
    this.#begunAgain += 1;
    this.#problem = problem;
    before.close().catch(() => undefined);
    await this.look();
  }

  #end(problem: string): void {
    this.#problem = problem;
    this.#grows = false;
    if (!this.#closed) this.#listeners.tell();
  }
}
