/** An open cluster, as other rooms see it. */
import type { Disposable } from 'vscode';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { NodeTarget } from './nodeTarget.ts';
import type { SandboxCountHistory } from './sandboxCountHistory.ts';
import type { OperationProgress } from './operationProgress.ts';

export interface OpenCluster {
  readonly context: string;
  readonly server: string;
  readonly user: string;
  /** True if the server certificate isn't verified (`insecure-skip-tls-verify`). */
  readonly unverified?: true;
  /** As it is now: each time another value. */
  readonly snapshot: Snapshot;
  readonly history: ClusterHistory;
  /** The operation that the tree shows. */
  readonly run?: OperationProgress | undefined;
  /** Goes on over whatever connection there is. Changes are refused while `osc.readOnly` is set. */
  readonly connection: Pick<Connection, 'ask' | 'send' | 'stream'>;
  /**
   * All of the connection, to reach other hosts of the cluster over it, as its Prometheus. Missing: it is no cluster
   * that runs.
   */
  readonly reach?: Connection;
  /** Of its console, without a slash at its end, where the cluster says it. */
  readonly consoleUrl?: string | undefined;
  /** Whether it is still open. */
  readonly isOpen: boolean;
  /** Kinds that the cluster did not have are looked for now: somebody waits for them. */
  lookAgain(): void;
  /** Something of it changed. */
  onChange(listener: () => void): Disposable;
  /** Shows in the tree what is being done there; undefined: nothing any more. The cluster is followed meanwhile. */
  show(run: OperationProgress | undefined): void;
  /** Stores whether a search found workloads outside the namespaces of the platform. */
  noteWorkloads?(found: boolean): void;
  /** Shows in tooltips of the tree what was read of its metrics. */
  showRunning?(running: SandboxCountHistory): void;
}

/** Limits a command to some of the open clusters. */
export interface ClusterFilter {
  readonly includes: (cluster: Pick<OpenCluster, 'snapshot'>) => boolean;
  /** The error message if no open cluster is included. */
  readonly none: string;
}

/** What a command is about: an open cluster, and what was clicked of it. */
export interface ClusterSelection {
  readonly cluster: OpenCluster;
  readonly target?: NodeTarget;
}
