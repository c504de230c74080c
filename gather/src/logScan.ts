/** Looks through a log of any size for the lines that diagnoses ask for: piece by piece, of which only those become text in which something stands. */
import type { LogLines, LogPlace } from '../../core/diagnosis/diagnosis.ts';
import { diagnoses } from '../../core/diagnosis/findings/index.ts';
import type { Mark } from '../../core/diagnosis/gathered.ts';
import type { CleanTexts } from './cleanTexts.ts';

/** Characters of one line that are looked at. */
const longestLine = 2000;
/** Bytes of one line: what comes behind them is not looked at. */
const longestRest = 1 << 20;
/** Of one diagnosis. */
const mostMarks = 5;
const newLine = 10;

interface Hits {
  count: number;
  readonly marks: Mark[];
}

interface Wanted {
  readonly id: string;
  readonly pattern: RegExp;
  readonly hints: readonly Buffer[] | undefined;
}

export class LogScan {
  readonly hits = new Map<string, Hits>();
  readonly #texts: CleanTexts;

  constructor(texts: CleanTexts) {
    this.#texts = texts;
  }

  /** Reads it to its end. @param file as it is shown */
  async read(file: string, place: LogPlace, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const wanted = diagnoses.flatMap(({ id, log }) => (log?.places.includes(place) === true ? [wantedOf(id, log)] : []));
    if (wanted.length === 0) return;
    let rest: Buffer = Buffer.alloc(0);
    let line = 1;
    for await (const chunk of bytes) {
      // Without this limit, each chunk of an endless line would copy the whole line so far.
      if (rest.length + chunk.length > longestRest && !chunk.includes(newLine)) continue;
      const piece = rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
      const end = piece.lastIndexOf(newLine) + 1;
      if (end > 0) line = this.#look(file, piece.subarray(0, end), line, wanted);
      // The piece may be written over when the next is read.
      if (end > 0 || piece.length <= longestRest) rest = Buffer.from(piece.subarray(end));
    }
    if (rest.length > 0) this.#look(file, rest, line, wanted);
  }

  /** Returns the number of the line behind the piece. */
  #look(file: string, piece: Buffer, first: number, wanted: readonly Wanted[]): number {
    const present = wanted.filter(({ hints }) => hints === undefined || hints.some((hint) => piece.includes(hint)));
    if (present.length === 0) return first + countLines(piece);
    const lines = piece.toString('utf8').split('\n');
    for (const [index, text] of lines.entries()) {
      const one = text.slice(0, longestLine);
      for (const { id, pattern } of present) if (pattern.test(one)) this.#note(id, file, first, lines, index);
    }
    return first + lines.length - 1;
  }

  /** @param first the number of the first of these lines */
  #note(id: string, file: string, first: number, lines: readonly string[], index: number): void {
    const hits = this.hits.get(id) ?? { count: 0, marks: [] };
    this.hits.set(id, hits);
    hits.count += 1;
    if (hits.marks.length < mostMarks) hits.marks.push({ file, line: first + index, text: this.#texts.lineOfLog(lines, index) });
  }
}

function wantedOf(id: string, { pattern, hints }: LogLines): Wanted {
  return { id, pattern, hints: hints?.map((hint) => Buffer.from(hint)) };
}

function countLines(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(newLine); at >= 0; at = piece.indexOf(newLine, at + 1)) count += 1;
  return count;
}
