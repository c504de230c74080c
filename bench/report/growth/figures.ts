/** The values whose growth is measured, each with a chart. */

export interface Figure {
  readonly id: string;
  /** Title of the chart, without the unit. */
  readonly title: string;
  readonly unit: 'ms' | 'MiB';
  /** What grows. */
  readonly over: 'documents' | 'nodes' | 'clusters';
  readonly sizes: readonly number[];
}

/** Numbers of documents in a file, or of nodes in a cluster. */
export const growthSizes = [1, 10, 100, 1000, 10_000] as const;

/** Numbers of clusters in one window, and of nodes in each of them. */
export const clusterSizes = [1, 10, 100] as const;
export const nodesPerCluster = 50;

export const figures: readonly Figure[] = [
  { id: 'first', title: 'From the start to the first diagnostics', unit: 'ms', over: 'documents', sizes: growthSizes },
  { id: 'edit-cpu', title: 'CPU time of an edit', unit: 'ms', over: 'documents', sizes: growthSizes },
  { id: 'complete', title: 'Completion right after a key', unit: 'ms', over: 'documents', sizes: growthSizes },
  { id: 'rss', title: 'Memory (RSS) at the end of the session', unit: 'MiB', over: 'documents', sizes: growthSizes },
  { id: 'nodes-all', title: 'From opening a cluster to the last node', unit: 'ms', over: 'nodes', sizes: growthSizes },
  { id: 'nodes-heap', title: 'Heap of an open cluster', unit: 'MiB', over: 'nodes', sizes: growthSizes },
  {
    id: 'clusters-all',
    title: `From opening clusters of ${nodesPerCluster} nodes to the last node`,
    unit: 'ms',
    over: 'clusters',
    sizes: clusterSizes,
  },
  {
    id: 'clusters-heap',
    title: `Heap of all open clusters of ${nodesPerCluster} nodes`,
    unit: 'MiB',
    over: 'clusters',
    sizes: clusterSizes,
  },
];
