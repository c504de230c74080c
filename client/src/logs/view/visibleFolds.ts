/**
 * Manages the folds of the displayed log. Folds are found as lines arrive, and opened and closed by the user.
 * Independent of VS Code.
 */
import type { LogSource } from '../sources/logSource.ts';
import { Folds } from './folds.ts';
import { mostScanned, QemuFoldScanner } from './qemuFolds.ts';

export class VisibleFolds {
  #folds = new Folds([]);
  #qemu = new QemuFoldScanner();
  #version = 1;

  get now(): Folds {
    return this.#folds;
  }

  /** Number that changes whenever the folds change, because rows then have other positions. */
  get version(): number {
    return this.#version;
  }

  /** Discards all folds when another log is displayed. */
  reset(): void {
    this.#qemu = new QemuFoldScanner();
    this.set(new Folds([]));
  }

  set(folds: Folds): void {
    this.#folds = folds;
    this.#version += 1;
  }

  /** Opens the fold that hides a line. */
  openOver(place: number): void {
    const fold = this.#folds.all.find(({ from, to, closed }) => closed && from < place && place <= to);
    if (fold !== undefined) this.set(this.#folds.toggled(fold.from));
  }

  /**
   * Searches for new folds, but only from the start of the log and only in a limited number of lines. Doesn't search
   * the visible lines instead: a fold found above them would move lines that the user is reading, has selected, or is
   * about to copy.
   */
  async find(shown: LogSource, isFiltered: boolean): Promise<void> {
    if (!isFiltered && shown.state.lines > mostScanned) return;
    const qemu = this.#qemu;
    await qemu.update(shown);
    // The log might have changed meanwhile.
    if (
      qemu !== this.#qemu ||
      qemu.found.every(({ from, to }) => this.#folds.all.some((fold) => fold.from === from && fold.to === to))
    )
      return;
    this.set(this.#folds.with(qemu.found));
  }
}
