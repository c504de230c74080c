/**
 * A range of lines in which the runtime logged QEMU output. The range can be folded. Source: OSC 1.12 §6.4;
 * kata-containers/kata-containers@65edfee565a3d3ef2ec00ac668547088e08dfd7f src/runtime/virtcontainers/qemu.go
 * (LogAndWait).
 */
import type { ParsedLogLine } from './readLine.ts';

export interface QemuRun {
  readonly pid: number;
  readonly sandbox?: string;
  /** First line number of the range. The last line is included in the range. */
  readonly first: number;
  /** Undefined if QEMU is still running or the log ends before it stops. */
  readonly last?: number;
  /** Number of warnings and errors that QEMU wrote. */
  readonly said: number;
}

interface Open {
  readonly pid: number;
  readonly sandbox: string | undefined;
  readonly first: number;
  last: number | undefined;
  said: number;
}

/** Maximum number of ranges. The newest are kept. */
const mostStretches = 5000;
const mark = /^(Start|Stop) logging QEMU \(qemuPid=\d+\)/i;

export class QemuRunTracker {
  readonly #all: Open[] = [];
  readonly #open = new Map<number, Open>();

  look({ origin, pid, sandbox, number, message }: ParsedLogLine): void {
    if (origin !== 'qemu' || pid === undefined) return;
    const which = mark.exec(message)?.[1]?.toLowerCase();
    const open = this.#open.get(pid);
    if (which === 'start') {
      const begun: Open = { pid, sandbox, first: number, last: undefined, said: 0 };
      this.#open.set(pid, begun);
      this.#all.push(begun);
      if (this.#all.length > mostStretches) this.#forget();
    } else if (which === 'stop' && open !== undefined) {
      open.last = number;
      this.#open.delete(pid);
    } else if (open !== undefined) open.said += 1;
  }

  #forget(): void {
    for (const gone of this.#all.splice(0, this.#all.length - mostStretches))
      if (this.#open.get(gone.pid) === gone) this.#open.delete(gone.pid);
  }

  /** Returns the ranges in the order of their first lines. */
  list(): readonly QemuRun[] {
    return this.#all.map(({ pid, sandbox, first, last, said }) => ({
      pid,
      first,
      said,
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(last === undefined ? {} : { last }),
    }));
  }
}
