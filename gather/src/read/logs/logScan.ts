/**
 * Searches a log of any size for the lines that diagnoses require. Reads the log in pieces and decodes only pieces with
 * possible matches.
 */
import type { LogLines, LogSourceKind } from '#core/status/logMessages/logMessage.ts';
import { diagnoses } from '#core/diagnosis/allDiagnoses.ts';
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import { HintSearch } from './hintSearch.ts';
import type { CleanTexts } from '../textRedactor.ts';

/** Maximum number of characters of a line that are searched. */
const longestLine = 2000;
/** Maximum number of bytes of a line. The rest is skipped. */
const longestRest = 1 << 20;
/** Maximum number of lines per diagnosis. */
const mostMarks = 5;
const newLine = 10;

/** Maximum number of nodes, and of pods, that are stored for one diagnosis. */
const mostNames = 20;

interface Hits {
  count: number;
  readonly marks: EvidenceLine[];
  nodes?: string[];
  pods?: string[];
}

/** The log that is being read. */
interface ReadLog {
  readonly file: string;
  /** True if the log is a node journal. Only its lines contain a node name. */
  readonly isJournal: boolean;
  /** The node in the path. Undefined for a file with the journals of several nodes. */
  readonly node?: string;
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

  /**
   * Reads a log to its end.
   * @param file path for display
   */
  async read(file: string, place: LogSourceKind, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const wanted = diagnoses.flatMap(({ id, log }) =>
      log?.places.includes(place) === true ? [wantedOf(id, log)] : [],
    );
    if (wanted.length === 0) return;
    const log = readLogOf(file, place);
    const mayMatch = predicateOf(wanted);
    let rest: Buffer = Buffer.alloc(0);
    let line = 1;
    for await (const part of bytes) {
      const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      // Without this limit, each chunk of an endless line would copy the line again.
      if (rest.length + chunk.length > longestRest && !chunk.includes(newLine)) continue;
      const firstEnd = chunk.indexOf(newLine) + 1;
      // Most chunks contain no match, so only their first line is copied.
      if (firstEnd > 0 && !mayMatch(Buffer.concat([rest, chunk.subarray(0, firstEnd)]))) {
        const end = chunk.lastIndexOf(newLine) + 1;
        if (!mayMatch(chunk.subarray(firstEnd, end))) {
          line += countLines(chunk);
          rest = Buffer.from(chunk.subarray(end));
          continue;
        }
      }
      const piece = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = piece.lastIndexOf(newLine) + 1;
      if (end > 0) line = this.#look(log, piece.subarray(0, end), line, wanted);
      // The piece is copied, because its buffer might be reused for the next chunk.
      if (end > 0 || piece.length <= longestRest) rest = Buffer.from(piece.subarray(end));
    }
    if (rest.length > 0) this.#look(log, rest, line, wanted);
  }

  /** Returns the number of the line after the piece. */
  #look(log: ReadLog, piece: Buffer, first: number, wanted: readonly Wanted[]): number {
    const present = wanted.filter(({ hints }) => hints === undefined || hints.some((hint) => piece.includes(hint)));
    if (present.length === 0) return first + countLines(piece);
    const lines = piece.toString('utf8').split('\n');
    for (const [index, text] of lines.entries()) {
      const one = text.slice(0, longestLine);
      for (const { id, pattern } of present) if (pattern.test(one)) this.#note(id, log, first, lines, index);
    }
    return first + lines.length - 1;
  }

  /**
   * Records a match.
   * @param first number of the first of these lines
   */
  #note(id: string, log: ReadLog, first: number, lines: readonly string[], index: number): void {
    const hits = this.hits.get(id) ?? { count: 0, marks: [] };
    this.hits.set(id, hits);
    hits.count += 1;
    if (hits.marks.length < mostMarks)
      hits.marks.push({ file: log.file, line: first + index, text: this.#texts.lineOfLog(lines, index) });
    if (log.isJournal) noteNames(hits, log, (lines[index] ?? '').slice(0, longestLine));
  }
}

function readLogOf(file: string, place: LogSourceKind): ReadLog {
  const node = /(?:^|\/)nodes\/([a-z0-9][a-z0-9.-]{0,252})\/[^/]+$/.exec(file)?.[1];
  return { file, isJournal: place === 'crio' || place === 'kubelet', ...(node === undefined ? {} : { node }) };
}

/** Matches the host of a line as journalctl prints it: `Nov 22 10:00:00 worker-1 crio[1]: ...`. */
const hostOfLine = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? ([a-z0-9][a-z0-9.-]{0,252}) /;
/** Matches a pod in the structured logs of the kubelet. */
const podOfLine = /(?:^| )pod="([a-z0-9][a-z0-9-]{0,62}\/[a-z0-9][a-z0-9.-]{0,252})"/;

/** Adds the node and the pod that a journal line refers to. */
function noteNames(hits: Hits, log: ReadLog, line: string): void {
  const node = log.node ?? hostOfLine.exec(line)?.[1];
  const pod = podOfLine.exec(line)?.[1];
  if (node !== undefined) hits.nodes = withName(hits.nodes, node);
  if (pod !== undefined) hits.pods = withName(hits.pods, pod);
}

function withName(names: string[] = [], name: string): string[] {
  if (names.length < mostNames && !names.includes(name)) names.push(name);
  return names;
}

/** Returns a function that returns false only if no line of a piece can match. A hint must not contain a line break. */
function predicateOf(wanted: readonly Wanted[]): (piece: Buffer) => boolean {
  const hints = wanted.flatMap((one) => one.hints ?? []);
  // Without hints, every line is searched. The search needs two bytes.
  if (wanted.some((one) => one.hints === undefined) || hints.some(({ length }) => length < 2)) return () => true;
  const search = new HintSearch(hints);
  return (piece) => search.isIn(piece);
}

function wantedOf(id: string, { pattern, hints }: LogLines): Wanted {
  return { id, pattern, hints: hints?.map((hint) => Buffer.from(hint)) };
}

function countLines(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(newLine); at >= 0; at = piece.indexOf(newLine, at + 1)) count += 1;
  return count;
}
