/**
 * A row of a table: what is measured, and its target. The targets come from issue 2, for live clusters from issue 6,
 * for the simulator from issue 5, for pod logs and terminals from issue 23, and for
 * Kubernetes fields from issue 24.
 */

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly unit: 'ms' | 'MiB' | 'KiB' | 'bytes' | 'events' | 'nodes' | 'times' | 'lines';
  /** Maximum value of ours as a fraction of the peer's. */
  readonly ratio?: number;
  /** Maximum value of ours, regardless of the peer's. */
  readonly limit?: number;
}

export const rows: readonly Row[] = [
  { id: 'initialize', title: 'spawn -> initialize', unit: 'ms', ratio: 0.25 },
  { id: 'first', title: 'spawn -> first correct diagnostics, 1 document', unit: 'ms', ratio: 0.2 },
  { id: 'cold-1', title: 'open -> diagnostics, cold, 1 document', unit: 'ms', ratio: 0.06 },
  { id: 'cold-100', title: 'open -> diagnostics, cold, 100 documents', unit: 'ms', ratio: 0.12 },
  { id: 'cold-1000', title: 'open -> diagnostics, cold, 1000 documents', unit: 'ms', ratio: 0.15 },
  {
    id: 'cold-known',
    title: 'open -> diagnostics, cold, 1000 KataConfigs (a kind that this server checks completely)',
    unit: 'ms',
  },
  { id: 'edit-cpu-1', title: 'edit -> diagnostics, server CPU time, 1 document', unit: 'ms' },
  { id: 'edit-cpu-100', title: 'edit -> diagnostics, server CPU time, 100 documents', unit: 'ms', ratio: 0.05 },
  { id: 'edit-cpu-1000', title: 'edit -> diagnostics, server CPU time, 1000 documents', unit: 'ms', ratio: 0.02 },
  { id: 'edit-1', title: 'edit -> diagnostics, 1 document', unit: 'ms' },
  { id: 'edit-100', title: 'edit -> diagnostics, 100 documents', unit: 'ms', limit: 3 },
  { id: 'edit-1000', title: 'edit -> diagnostics, 1000 documents', unit: 'ms', limit: 6 },
  { id: 'complete-1', title: 'completion right after a keystroke, 1 document', unit: 'ms', ratio: 1 },
  { id: 'complete-100', title: 'completion right after a keystroke, 100 documents', unit: 'ms', ratio: 0.1 },
  { id: 'complete-1000', title: 'completion right after a keystroke, 1000 documents', unit: 'ms', ratio: 0.03 },
  { id: 'hover-1000', title: 'hover right after an edit, 1000 documents', unit: 'ms', ratio: 0.03 },
  { id: 'rss-1', title: 'memory (RSS) after 1 document', unit: 'MiB', ratio: 0.7 },
  { id: 'rss-1000', title: 'memory (RSS) after the session with 1000 documents', unit: 'MiB', ratio: 0.15 },
  { id: 'rss-peak-1000', title: 'peak memory (RSS) in the session with 1000 documents', unit: 'MiB' },
  // The target is 0. With an entry for each closed file in a Set, the measured value was 56 bytes.
  { id: 'heap', title: 'heap per closed file (10 documents, 6 KB)', unit: 'bytes', limit: 32 },
  {
    id: 'index-time',
    title: 'workspace of 2000 files, 200 MB: time to read all files while serving requests',
    unit: 'ms',
  },
  { id: 'index-rss', title: 'peak memory (RSS) while reading the workspace', unit: 'MiB' },
  { id: 'index-hover', title: 'longest hover while reading the workspace', unit: 'ms' },
  { id: 'index-edit', title: 'longest edit -> diagnostics while reading the workspace', unit: 'ms' },
  { id: 'index-complete', title: 'longest completion while reading the workspace', unit: 'ms' },
  { id: 'size', title: 'code loaded at startup (dist/server.js and its chunks)', unit: 'KiB', limit: 400 },
  {
    id: 'fields-deployment',
    title: 'rules for Kubernetes fields, Deployment with 40 containers, parsed, warm',
    unit: 'ms',
    limit: 1,
  },
  {
    id: 'fields-chart',
    title: 'rules for Kubernetes fields, Helm output of 200 documents, parsed, warm',
    unit: 'ms',
    limit: 4,
  },
  { id: 'fields-deploymentAll', title: 'all rules, Deployment with 40 containers, parsed, warm', unit: 'ms' },
  { id: 'fields-chartAll', title: 'all rules, Helm output of 200 documents, parsed, warm', unit: 'ms' },
  { id: 'fields-edit', title: 'edit of one document in Helm output of 200 documents: parse and all rules', unit: 'ms' },
  { id: 'fields-tables', title: 'tables of Kubernetes fields on disk', unit: 'KiB', limit: 40 },
  { id: 'fields-descriptions', title: 'descriptions of Kubernetes fields on disk', unit: 'KiB', limit: 300 },
  { id: 'fields-rss', title: 'memory (RSS) of all tables of Kubernetes fields, decoded', unit: 'MiB', limit: 2 },
  { id: 'fields-crd', title: 'CRD of 1 MB: time to read', unit: 'ms' },
  { id: 'fields-crdStall', title: 'CRD of 1 MB: longest CPU time without yielding', unit: 'ms', limit: 50 },
];

/** Rows for live clusters, in docs/clusters.md. They use the simulated clusters nodes-5000 and nodes-250-pods-20000. */
export const liveRows: readonly Row[] = [
  { id: 'activation', title: 'extension activation, CPU time of the extension host', unit: 'ms', limit: 50 },
  {
    id: 'live-first',
    title: 'from opening a cluster with 5,000 nodes to the first complete snapshot',
    unit: 'ms',
    limit: 2000,
  },
  { id: 'live-stall', title: 'longest time without yielding while reading the snapshot', unit: 'ms', limit: 50 },
  { id: 'live-heap', title: 'heap after opening the cluster', unit: 'MiB', limit: 60 },
  { id: 'live-reviews', title: 'access reviews of all permissions after opening a cluster', unit: 'ms', limit: 1000 },
  { id: 'eligibility', title: 'features of 5,000 nodes from labels and NodeFeatures', unit: 'ms', limit: 100 },
  { id: 'capacity', title: 'preflight sums of 5,000 nodes and 20,000 pods', unit: 'ms', limit: 500 },
  { id: 'live-delay', title: 'from a node change to its event', unit: 'ms', limit: 250 },
  { id: 'live-late', title: '1,000 changes per second for 10 s: longest delay', unit: 'ms', limit: 250 },
  { id: 'live-lost', title: 'nodes that differ from the server at the end', unit: 'nodes', limit: 0 },
  { id: 'live-told', title: 'snapshots published in those 10 s', unit: 'times', limit: 110 },
  { id: 'pods-list', title: 'list of 20,000 pods in pages of 500, 5,000 of them Kata pods', unit: 'ms' },
  { id: 'pods-stall', title: 'longest CPU time without yielding while reading 20,000 pods', unit: 'ms', limit: 50 },
  { id: 'pods-heap', title: 'heap for the Kata pods of 20,000 pods', unit: 'MiB', limit: 30 },
  { id: 'log-lost', title: 'pod logs, 10,000 lines per second for 60 s: lost lines', unit: 'lines', limit: 0 },
  { id: 'log-cpu', title: 'pod logs, 10,000 lines per second: CPU time per second', unit: 'ms', limit: 500 },
  {
    id: 'log-stall',
    title: 'pod logs, 10,000 lines per second: longest time without yielding',
    unit: 'ms',
    limit: 100,
  },
  { id: 'log-heap', title: 'pod logs, 10,000 lines per second for 60 s: heap', unit: 'MiB', limit: 60 },
  { id: 'exec-time', title: 'command in a container: time to read 64 MiB of output', unit: 'ms', limit: 5000 },
  {
    id: 'exec-stall',
    title: 'terminal that shows `yes` for 60 s: longest time without yielding',
    unit: 'ms',
    limit: 100,
  },
  { id: 'exec-heap', title: 'terminal that shows `yes` for 60 s: heap growth', unit: 'MiB', limit: 5 },
];

/** Rows for the simulator, in docs/simulator.md. It has no peer. */
export const simulatorRows: readonly Row[] = [
  {
    id: 'simulator-start',
    title: 'start of two-workers until it responds and its kubeconfig is written',
    unit: 'ms',
    limit: 300,
  },
  { id: 'simulator-start-5000', title: 'start of nodes-5000', unit: 'ms' },
  {
    id: 'simulator-list',
    title: '5,000 nodes in pages of 500, read and parsed by the client',
    unit: 'ms',
    limit: 1500,
  },
  {
    id: 'simulator-lost',
    title: '1,000 events per second to 20 watchers for 60 seconds: missed events',
    unit: 'events',
    limit: 0,
  },
  { id: 'simulator-late', title: 'from the last event until the last watcher has read it', unit: 'ms', limit: 2000 },
  { id: 'simulator-delay', title: 'delay of an event, 99th percentile', unit: 'ms' },
  {
    id: 'simulator-growth',
    title: 'heap growth during the last two thirds of the 60 seconds',
    unit: 'MiB',
    limit: 5,
  },
];
