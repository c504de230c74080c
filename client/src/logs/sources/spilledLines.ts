/**
 * Stores lines that arrive in a stream. The newest lines stay in memory. Older lines go to a temporary file, which is
 * removed when the log is closed. Hours of following therefore need only as much memory as the newest lines, plus 16
 * bytes for each 256 older lines.
 */
import * as l10n from '@vscode/l10n';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { maxLineLength } from '#core/logs/readLine.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { lostLine, type LineStore, type StoreState } from './lineStore.ts';
import { Listeners } from './listeners.ts';
import { makeOwnFolder } from '#client/processes/privateFolder.ts';

export interface SpillOptions {
  readonly clock: Clock;
  /** Parent of the private folder. */
  readonly folder: string;
  /** Maximum number of characters in memory. Default: 8 million. */
  readonly inMemory?: number;
  /** Maximum size of the file, in bytes. */
  readonly onDisk?: number;
}

const perBlock = 256;
/** Delay in milliseconds that combines quick changes into one notification. */
const quietFor = 50;

interface Block {
  lines: readonly string[] | undefined;
  readonly characters: number;
  offset: number;
  bytes: number;
}

export class SpilledLines implements LineStore {
  readonly #options: SpillOptions;
  readonly #listeners = new Listeners();
  readonly #blocks: Block[] = [];
  #newest: string[] = [];
  #newestCharacters = 0;
  #inMemory = 0;
  /** Index of the first block that can still be in memory. */
  #spilled = 0;
  #writing: Promise<void> | undefined;
  #file: { readonly handle: FileHandle; readonly folder: string } | undefined;
  #written = 0;
  #lost = 0;
  #ended = false;
  #problem: string | undefined;
  #closed = false;
  #telling: (() => void) | undefined;
  #full: { readonly over: Promise<void>; readonly tell: () => void } | undefined;

  constructor(options: SpillOptions) {
    this.#options = options;
  }

  get latest(): number {
    return this.#options.clock.now();
  }

  get state(): StoreState {
    const count = this.#blocks.length * perBlock + this.#newest.length;
    return { count, ended: count, done: 0, total: 0, grows: !this.#ended, problem: this.#problem, begunAgain: 0 };
  }

  /** Number of characters of lines in memory. */
  get charactersInMemory(): number {
    return this.#inMemory + this.#newestCharacters;
  }

  append(lines: readonly string[]): void {
    if (this.#closed || this.#ended) return;
    for (const line of lines) {
      const text = (line.length > maxLineLength ? line.slice(0, maxLineLength + 1) : line).replaceAll(/[\r\n]+/g, ' ');
      this.#newest.push(text);
      this.#newestCharacters += text.length;
      if (this.#newest.length === perBlock) this.#closeBlock();
    }
    this.#tellSoon();
    this.#spill();
  }

  /**
   * Returns a promise to wait for if the disk can't keep up with the writer. At most twice the memory limit is
   * buffered. Returns undefined if there is room.
   */
  waitForSpace(): Promise<void> | undefined {
    if (this.#closed || this.#writing === undefined || this.charactersInMemory <= 2 * this.#most) return undefined;
    if (this.#full === undefined) {
      let tell = (): void => undefined;
      const over = new Promise<void>((resolve) => {
        tell = resolve;
      });
      this.#full = { over, tell: () => tell() };
    }
    return this.#full.over;
  }

  end(problem: string | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#problem ??= problem;
    this.#tellSoon();
  }

  async read(from: number, count: number): Promise<readonly string[]> {
    const until = Math.min(from + count, this.state.count);
    const found: string[] = [];
    for (let at = Math.max(0, from); at < until;) {
      const lines = await this.#block(Math.floor(at / perBlock));
      const first = at % perBlock;
      const piece = lines.slice(first, first + until - at);
      if (piece.length === 0) break;
      found.push(...piece);
      at += piece.length;
    }
    return found;
  }

  readLast(count: number): Promise<readonly string[]> {
    return this.read(Math.max(0, this.state.count - count), count);
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when all pending lines are written. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#ended = true;
    this.#telling?.();
    this.#hasRoom();
    this.#listeners.clear();
    this.settled()
      .then(async () => {
        await this.#file?.handle.close();
        if (this.#file !== undefined) await rm(this.#file.folder, { recursive: true, force: true });
      })
      .catch(() => undefined);
  }

  #closeBlock(): void {
    this.#blocks.push({ lines: this.#newest, characters: this.#newestCharacters, offset: -1, bytes: 0 });
    this.#inMemory += this.#newestCharacters;
    this.#newest = [];
    this.#newestCharacters = 0;
  }

  async #block(number: number): Promise<readonly string[]> {
    const block = this.#blocks[number];
    if (block === undefined) return number === this.#blocks.length ? this.#newest : [];
    if (block.lines !== undefined) return block.lines;
    // Placeholders keep the positions of the other lines correct.
    if (block.offset < 0 || this.#file === undefined) return Array.from({ length: perBlock }, lostLine);
    const buffer = Buffer.alloc(block.bytes);
    const { bytesRead } = await this.#file.handle.read(buffer, 0, block.bytes, block.offset);
    if (bytesRead !== block.bytes) throw new Error(l10n.t`The temporary file with older lines was truncated.`);
    return buffer.toString('utf8').split('\n');
  }

  #spill(): void {
    if (this.#writing !== undefined || this.#closed || this.#inMemory <= this.#most) return;
    this.#writing = this.#writeOldest().finally(() => {
      this.#writing = undefined;
      this.#hasRoom();
      this.#spill();
    });
  }

  #hasRoom(): void {
    this.#full?.tell();
    this.#full = undefined;
  }

  get #most(): number {
    return this.#options.inMemory ?? 8_000_000;
  }

  async #writeOldest(): Promise<void> {
    while (this.#inMemory > this.#most && this.#spilled < this.#blocks.length && !this.#closed) {
      const block = this.#blocks[this.#spilled];
      if (block?.lines === undefined) return;
      await this.#keep(block, block.lines);
      block.lines = undefined;
      this.#inMemory -= block.characters;
      this.#spilled += 1;
    }
  }

  /**
   * Writes a block to the file. If that fails, older lines are lost and the log reports a problem, but new lines are
   * still accepted.
   */
  async #keep(block: Block, lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.join('\n'));
    try {
      if (this.#lost > 0) throw new Error(l10n.t`an earlier attempt to save lines failed`);
      if (this.#written + bytes.length > (this.#options.onDisk ?? 4 * 1024 ** 3))
        throw new Error(l10n.t`the log is too long`);
      this.#file ??= await ownFile(this.#options.folder);
      for (let at = 0; at < bytes.length;)
        at += (await this.#file.handle.write(bytes, at, bytes.length - at, this.#written + at)).bytesWritten;
      block.offset = this.#written;
      block.bytes = bytes.length;
      this.#written += bytes.length;
    } catch (error) {
      this.#lost += 1;
      this.#problem ??= l10n.t`Older lines are no longer saved: ${error instanceof Error ? error.message : String(error)}.`;
      if (!this.#closed) this.#tellSoon();
    }
  }

  #tellSoon(): void {
    this.#telling ??= this.#options.clock.after(quietFor, () => {
      this.#telling = undefined;
      this.#listeners.tell();
    });
  }
}

async function ownFile(folder: string): Promise<{ readonly handle: FileHandle; readonly folder: string }> {
  const own = await makeOwnFolder(folder);
  return { handle: await open(join(own, 'lines'), 'wx+', 0o600), folder: own };
}
