/** A must-gather that was opened, as the tree and other rooms see it. Without VS Code. */
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import type { FileStamp } from '#gather/sources/fileStamp.ts';

export interface MustGatherEntry {
  /**
   * Unique among all that is open: stands where the context of a kubeconfig stands for a cluster.
   * `must-gather broken.tgz`
   */
  readonly name: string;
  /** In addresses of its files: letters and digits, the same for the same path. */
  readonly id: string;
  /** A folder or an archive on this machine. */
  readonly path: string;
  /** As it was when it was read. */
  readonly stamp: FileStamp;
  readonly state: GatherState;
}

export type GatherState =
  /**
   * It was open when the window was closed, or could not be read: it is read when somebody wants it.
   * @property title what it was called when it was read
   */
  | { readonly kind: 'closed'; readonly title?: string; readonly problem?: string }
  /** True if its path no longer exists. */
  | { readonly kind: 'missing'; readonly title?: string }
  | { readonly kind: 'reading' }
  | OpenGather;

export interface OpenGather {
  readonly kind: 'open';
  readonly report: MustGatherReport;
  /** What its objects tell of times. */
  readonly history: ClusterHistory;
}

/** What the room of must-gathers does with the tree. */
export interface MustGatherTree {
  readonly all: readonly MustGatherEntry[];
  /** Returns the must-gather for the argument of a command: an element of the tree or a name. */
  find(given: unknown): MustGatherEntry | undefined;
  /** By the id in the address of a file. */
  ofId(id: string): MustGatherEntry | undefined;
  /** It is read from now on; the same path has the same row. */
  begin(path: string, stamp: FileStamp): MustGatherEntry;
  finish(name: string, report: MustGatherReport): void;
  /**
   * @param problem why it could not be read, in words; undefined: somebody gave up, and what was there before it was
   * read stands again, if anything
   */
  fail(name: string, problem?: string): void;
  /** Marks a path that no longer exists. Returns the must-gather of its row; undefined if it has no row. */
  lose(path: string): MustGatherEntry | undefined;
  close(name: string): void;
}
