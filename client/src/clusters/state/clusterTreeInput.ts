/** What the nodes of one cluster are made from. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { History } from '#core/cluster/history.ts';
import type { RunningSandboxes } from './sandboxCountHistory.ts';
import type { RunSeen } from './operationProgress.ts';
import type { Workloads } from './workloads.ts';

export interface Seen {
  /** The context of the kubeconfig; before every id, because several clusters stand side by side. */
  readonly context: string;
  readonly snapshot: Snapshot;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly history: History;
  readonly workloads: Workloads;
  /** How many of a long group are shown, by the id of the group; undefined: the first page. */
  readonly shown: ReadonlyMap<string, number>;
  /** What is being done there from this window. */
  readonly run?: RunSeen;
  /** What the view of metrics last read, when somebody opened it. */
  readonly running?: RunningSandboxes;
  /** Whether the cluster has a console to open objects in. */
  readonly console: boolean;
  /** It is a must-gather: nothing on its rows contacts or changes a cluster, and no row says that it does. */
  readonly gathered?: boolean;
}
