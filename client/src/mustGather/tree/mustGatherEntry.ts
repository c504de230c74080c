/** Describes a must-gather in the Clusters view, for the tree and other features. Doesn't use VS Code. */
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import type { FileStamp } from '#gather/sources/fileStamp.ts';

export interface MustGatherEntry {
  /**
   * Name that is unique among all open must-gathers and clusters, such as `must-gather broken.tgz`. Used in place of a
   * kubeconfig context.
   */
  readonly name: string;
  /** Identifies the must-gather in URIs of its files. Consists of hexadecimal digits and depends only on the path. */
  readonly id: string;
  /** Folder or archive on this computer. */
  readonly path: string;
  /** Size and modification time when it was read. */
  readonly stamp: FileStamp;
  readonly state: GatherState;
  /** Namespaces to which the user limits the pods. Empty for all namespaces. */
  readonly namespaces: readonly string[];
}

export type GatherState =
  /**
   * The must-gather was open when the window was closed, or it couldn't be read. It is read when the user opens it.
   * @property title label when it was last read
   */
  | { readonly kind: 'closed'; readonly title?: string; readonly problem?: string }
  /** Its path no longer exists. */
  | { readonly kind: 'missing'; readonly title?: string }
  | { readonly kind: 'reading' }
  | OpenGather;

export interface OpenGather {
  readonly kind: 'open';
  readonly report: MustGatherReport;
  /** Timeline from the timestamps of its objects. */
  readonly history: ClusterHistory;
}

/** Operations of the must-gather feature on the tree. */
export interface MustGatherTree {
  readonly all: readonly MustGatherEntry[];
  /** Returns the must-gather that the argument of a command identifies. The argument is a tree element or a name. */
  find(given: unknown): MustGatherEntry | undefined;
  /** Returns the must-gather with this ID in the URI of a file. */
  ofId(id: string): MustGatherEntry | undefined;
  /** Marks a must-gather as being read. The same path always has the same row. */
  begin(path: string, stamp: FileStamp): MustGatherEntry;
  finish(name: string, report: MustGatherReport): void;
  /**
   * Called when reading failed or was canceled.
   * @param problem error message. Undefined if the user canceled: the previous state is then restored, or the row is
   * removed if there was none
   */
  fail(name: string, problem?: string): void;
  /** Marks a path that no longer exists. Returns the must-gather of its row; undefined if it has no row. */
  lose(path: string): MustGatherEntry | undefined;
  close(name: string): void;
  /** Limits the pods of a must-gather to namespaces. An empty list removes the limit. */
  selectNamespaces(name: string, namespaces: readonly string[]): void;
}
