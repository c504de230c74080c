/**
 * Finds QEMU output to fold: the lines from "Start logging QEMU" to "Stop logging QEMU" of one process. Skips ranges
 * that contain lines of other components, so that these are never hidden. Source: OSC 1.12 §6.4, "Viewing debug logs
 * for components".
 */
import type { LogLine } from '#core/logs/formats/logLine.ts';
import type { LogSource } from '../sources/logSource.ts';
import type { LineRange } from './folds.ts';

/** Number of lines to scan. Ranges that start later aren't folded. */
export const mostScanned = 20_000;

const start = /Start logging QEMU \(qemuPid=(\d{1,10})\)/i;
const stop = /Stop logging QEMU \(qemuPid=(\d{1,10})\)/i;
const about = /\bqemuPid=(\d{1,10})\b/;

export interface QemuFold extends LineRange {
  /** True if the range contains no warnings or errors, so that it can be folded without hiding problems. */
  readonly quiet: boolean;
}

/** Scans a log as it grows. Reads each line only once. */
export class QemuFoldScanner {
  readonly #found: QemuFold[] = [];
  #looked = 0;
  #open: { readonly from: number; readonly pid: string; quiet: boolean } | undefined;

  get found(): readonly QemuFold[] {
    return this.#found;
  }

  /** Scans the new lines of the source. Each call must pass the same source. */
  async update(source: LogSource): Promise<void> {
    const until = Math.min(mostScanned, source.state.lines);
    while (this.#looked < until) {
      const lines = await source.lines(this.#looked, Math.min(5000, until - this.#looked));
      if (lines.length === 0) return;
      for (const line of lines) this.#look(line);
    }
  }

  #look({ text, level }: LogLine): void {
    const place = this.#looked;
    this.#looked += 1;
    const begins = start.exec(text)?.[1];
    if (begins !== undefined) this.#open = { from: place, pid: begins, quiet: true };
    else if (this.#open === undefined) return;
    else if (about.exec(text)?.[1] !== this.#open.pid) this.#open = undefined;
    else {
      if (level === 'error' || level === 'warning') this.#open.quiet = false;
      if (!stop.test(text)) return;
      this.#found.push({ from: this.#open.from, to: place, quiet: this.#open.quiet });
      this.#open = undefined;
    }
  }
}
