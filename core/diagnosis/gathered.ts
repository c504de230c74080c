/** What was read of a must-gather, as a value: the state of its cluster as if it were followed, where each thing stands in its files, and what its logs say. */
import type { LiveKindId } from '../live/kinds/index.ts';
import type { Snapshot } from '../live/snapshot.ts';
import type { Beside } from './beside.ts';

/** A line of a file. */
export interface Mark {
  /** From the root of the must-gather, with `/`. */
  readonly file: string;
  /** The first is 1. */
  readonly line: number;
  /** At most 300 characters, on one line. */
  readonly text: string;
}

/** What the logs say of one thing that is looked for. */
export interface LogHits {
  /** How many lines say it. */
  readonly count: number;
  /** The first of them. */
  readonly marks: readonly Mark[];
}

export interface Gathered {
  readonly snapshot: Snapshot;
  /** When it was taken. Milliseconds since 1970. Undefined: nothing in it says so. */
  readonly at?: number;
  /** By `markKey`: the lines of an object that judgements rest on, in the order of its file. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  readonly besides: readonly Beside[];
  /** By the id of a diagnosis that looks into logs. */
  readonly logs: ReadonlyMap<string, LogHits>;
}

export function markKey(id: LiveKindId, name: string): string {
  return `${id}/${name}`;
}
