/** What is folded of the log that is shown: found as lines come in, opened and closed by the user. Without VS Code. */
import type { LogSource } from '../sources/logSource.ts';
import { Folds } from './folds.ts';
import { mostScanned, QemuFoldScanner } from './qemuFolds.ts';

export class ShownFolds {
  #folds = new Folds([]);
  #qemu = new QemuFoldScanner();
  #version = 1;

  get now(): Folds {
    return this.#folds;
  }

  /** Another one: rows are no more where they were. */
  get version(): number {
    return this.#version;
  }

  /** Another log is shown: nothing that is known of its places counts. */
  reset(): void {
    this.#qemu = new QemuFoldScanner();
    this.set(new Folds([]));
  }

  set(folds: Folds): void {
    this.#folds = folds;
    this.#version += 1;
  }

  /** Opens what hides this place. */
  openOver(place: number): void {
    const fold = this.#folds.all.find(({ from, to, closed }) => closed && from < place && place <= to);
    if (fold !== undefined) this.set(this.#folds.toggled(fold.from));
  }

  /**
   * Looks for more. Of a long log nobody looks at each line for that; of what is filtered out of it at the first. Not
   * at those in view alone either: the page goes by rows, and a fold that is found above them would move what somebody
   * reads, has marked, or is about to copy.
   */
  async find(shown: LogSource, isFiltered: boolean): Promise<void> {
    if (!isFiltered && shown.state.lines > mostScanned) return;
    const qemu = this.#qemu;
    await qemu.update(shown);
    // Another log meanwhile.
    if (
      qemu !== this.#qemu ||
      qemu.found.every(({ from, to }) => this.#folds.all.some((fold) => fold.from === from && fold.to === to))
    )
      return;
    this.set(this.#folds.with(qemu.found));
  }
}
