/**
 * The rows of the tables: what is measured, and its target. The targets of the language server and of must-gathers come
 * from issue 26. The other targets come from issue 5 (simulator), issues 6 and 26 (live clusters), issue 23 (pod logs
 * and terminals), and issue 24 (Kubernetes fields).
 */

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly unit: 'ms' | 'MiB' | 'KiB' | 'bytes' | 'events' | 'nodes' | 'times' | 'lines' | '%';
  /** Maximum value of ours as a fraction of the peer's. */
  readonly ratio?: number;
  /** Maximum value of ours, regardless of the peer's. */
  readonly limit?: number;
}

/** A table. The heading is missing if the page has only one table. */
export interface Section {
  readonly heading?: string;
  readonly rows: readonly Row[];
}

/** Maximum ratios that don't depend on how the server is measured, by number of documents. */
const openRatio: Readonly<Record<number, number>> = { 1: 0.06, 100: 0.12, 1000: 0.15 };
const editCpuRatio: Readonly<Record<number, number>> = { 100: 0.04, 1000: 0.02 };
const editLimit: Readonly<Record<number, number>> = { 100: 2, 1000: 5 };
const completeRatio: Readonly<Record<number, number>> = { 1: 0.8, 100: 0.07, 1000: 0.02 };
const hoverRatio: Readonly<Record<number, number>> = { 1000: 0.02 };

/** Numbers of documents in the input files. */
const sizes = [1, 100, 1000] as const;

/** The server works as in an editor: the file is opened immediately, and requests follow without a pause. */
const busyRows: readonly Row[] = [
  { id: 'initialize', title: 'spawn -> initialize', unit: 'ms', ratio: 0.2 },
  { id: 'first', title: 'spawn -> first correct diagnostics, 1 document', unit: 'ms', ratio: 0.15 },
  ...sizes.map((size) => sized('busy-open', 'open immediately -> diagnostics', size, 'ms', { ratio: openRatio })),
  ...sizes.map((size) => sized('busy-edit-cpu', 'edit, server CPU time', size, 'ms', { ratio: editCpuRatio })),
  ...sizes.map((size) => sized('busy-edit', 'edit -> diagnostics', size, 'ms', { limit: editLimit })),
  ...sizes.map((size) => sized('busy-complete', 'completion right after a key', size, 'ms', { ratio: completeRatio })),
  ...sizes.map((size) => sized('busy-hover', 'hover right after an edit', size, 'ms', { ratio: hoverRatio })),
  { id: 'busy-rss-first', title: 'memory (RSS) at the first diagnostics, 1 document', unit: 'MiB', ratio: 0.65 },
  ...sizes.map((size) => sized('busy-rss', 'memory (RSS) at the end', size, 'MiB', { ratio: { 1000: 0.1 } })),
  ...sizes.map((size) => sized('busy-peak', 'peak memory (RSS)', size, 'MiB', {})),
  ...sizes.map((size) => sized('busy-cpu', 'CPU time of the whole session', size, 'ms', {})),
];

/** The server is idle before each measurement. */
const restedRows: readonly Row[] = [
  ...sizes.map((size) => sized('cold', 'open -> diagnostics, cold', size, 'ms', { ratio: openRatio })),
  {
    id: 'cold-known',
    title: 'open -> diagnostics, cold, 1000 KataConfigs (a kind that this server checks completely)',
    unit: 'ms',
  },
  ...sizes.map((size) => sized('edit-cpu', 'edit, server CPU time', size, 'ms', { ratio: editCpuRatio })),
  ...sizes.map((size) => sized('edit', 'edit -> diagnostics', size, 'ms', { limit: editLimit })),
  ...sizes.map((size) => sized('complete', 'completion right after a key', size, 'ms', { ratio: completeRatio })),
  ...sizes.map((size) => sized('hover', 'hover right after an edit', size, 'ms', { ratio: hoverRatio })),
  { id: 'rss-1', title: 'memory (RSS) after 1 document', unit: 'MiB', ratio: 0.65 },
  { id: 'rss-1000', title: 'memory (RSS) 7 seconds after the session, 1000 documents', unit: 'MiB', ratio: 0.1 },
  { id: 'rest-cpu-1000', title: 'CPU time of the whole session and 7 seconds, 1000 documents', unit: 'ms' },
];

/** Memory of closed files, workspaces, size, and Kubernetes fields. */
const otherRows: readonly Row[] = [
  // The target is 0. With an entry for each closed file in a Set, the measured value was 56 bytes.
  { id: 'heap', title: 'heap per closed file (10 documents, 6 KB)', unit: 'bytes', limit: 0 },
  {
    id: 'index-time',
    title: 'workspace of 2000 files, 200 MB: time to read all files while serving requests',
    unit: 'ms',
  },
  { id: 'index-rss', title: 'peak memory (RSS) while reading the workspace', unit: 'MiB' },
  { id: 'index-hover', title: 'longest hover while reading the workspace', unit: 'ms' },
  { id: 'index-edit', title: 'longest edit -> diagnostics while reading the workspace', unit: 'ms' },
  { id: 'index-complete', title: 'longest completion while reading the workspace', unit: 'ms' },
  { id: 'size', title: 'code loaded until the response to initialize', unit: 'KiB', limit: 300 },
  { id: 'size-first', title: 'code loaded until the first diagnostics, 1 document', unit: 'KiB', limit: 300 },
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

/** Node.js without the server, and the effect of a rest. See docs/performance.md, "Missed targets". */
const floorRows: readonly Row[] = [
  { id: 'floor-node-time', title: 'Node.js alone: spawn -> ready', unit: 'ms' },
  { id: 'floor-node-cpu', title: 'Node.js alone: CPU time', unit: 'ms' },
  { id: 'floor-node-rss', title: 'Node.js alone: memory (RSS)', unit: 'MiB' },
  { id: 'floor-load-time', title: 'loading the code for the first diagnostics: spawn -> loaded', unit: 'ms' },
  { id: 'floor-load-cpu', title: 'loading the code for the first diagnostics: CPU time', unit: 'ms' },
  { id: 'floor-load-rss', title: 'loading the code for the first diagnostics: memory (RSS)', unit: 'MiB' },
  { id: 'floor-work', title: 'JSON of 2,000 objects, parsed and formatted without a pause', unit: 'ms' },
  { id: 'floor-work-rested', title: 'the same work after a rest of 1.5 s', unit: 'ms' },
];

/** The extension in VS Code. The stock server has no equivalent. */
const vscodeRows: readonly Row[] = [
  { id: 'vscode-activate', title: 'activation of the extension', unit: 'ms', limit: 25 },
  { id: 'vscode-activate-cpu', title: 'activation of the extension, CPU time of the extension host', unit: 'ms' },
  { id: 'vscode-open', title: 'opening a KataConfig -> first diagnostics, with activation', unit: 'ms' },
  { id: 'vscode-open-cpu', title: 'the same, CPU time of the extension host', unit: 'ms' },
  { id: 'vscode-others', title: 'opening -> first diagnostics, with ten other active extensions', unit: 'ms' },
  { id: 'vscode-others-cpu', title: 'the same, CPU time of the extension host', unit: 'ms' },
];

/** Tables of docs/performance.md. */
export const serverSections: readonly Section[] = [
  { heading: 'As editors do', rows: busyRows },
  { heading: 'After a rest', rows: restedRows },
  { heading: 'Closed files, workspaces, and size', rows: otherRows },
  { heading: 'In VS Code', rows: vscodeRows },
  { heading: 'Minimum values', rows: floorRows },
];

/** Rows for live clusters, in docs/clusters.md. They use the simulated clusters nodes-5000 and nodes-250-pods-20000. */
const liveRows: readonly Row[] = [
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
  { id: 'window-first', title: '20 clusters of 500 nodes in one window: time to the first row of a node', unit: 'ms' },
  { id: 'window-all', title: '20 clusters of 500 nodes: time until all nodes are known', unit: 'ms' },
  { id: 'window-stall', title: '20 clusters of 500 nodes: longest time without yielding while opening', unit: 'ms' },
  { id: 'window-heap', title: '20 clusters of 500 nodes: heap per cluster', unit: 'MiB' },
  {
    id: 'window-idle',
    title: '20 clusters of 500 nodes: CPU while idle, per cluster, of a core',
    unit: '%',
    limit: 0.2,
  },
  { id: 'window-rate', title: '20 clusters of 500 nodes: changes per second without dropped frames', unit: 'events' },
  { id: 'window-lost', title: '20 clusters, 1,000 changes per second: lost changes', unit: 'events', limit: 0 },
  { id: 'window-frame', title: '20 clusters, 1,000 changes per second: 99% of the times without yielding', unit: 'ms' },
  { id: 'window-longest', title: '20 clusters, 1,000 changes per second: longest time without yielding', unit: 'ms' },
  { id: 'window-cpu', title: '20 clusters, 1,000 changes per second: CPU time per second', unit: 'ms' },
  { id: 'tree-refresh', title: 'refresh of the tree when 1 of 5,000 nodes changes', unit: 'ms', limit: 16 },
  {
    id: 'tree-refresh-all',
    title: 'refresh of the tree when 1 of 5,000 nodes changes, with all nodes displayed',
    unit: 'ms',
    limit: 16,
  },
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

/** Rows for osc-tools, in docs/command-line.md. The targets come from issue 26. */
const cliRows: readonly Row[] = [
  { id: 'cli-corpus-time', title: '`lint` of 10,000 files, 500 of them about OSC', unit: 'ms', limit: 6900 },
  { id: 'cli-corpus-rss', title: '`lint` of 10,000 files: peak memory (RSS)', unit: 'MiB', limit: 193 },
  { id: 'cli-read-time', title: 'Node.js reads these files without a check', unit: 'ms' },
  { id: 'cli-read-rss', title: 'Node.js reads these files without a check: peak memory (RSS)', unit: 'MiB' },
  { id: 'cli-policies-time', title: '`lint` of 1,680 policies of genpolicy', unit: 'ms', limit: 60_000 },
  { id: 'cli-policies-rss', title: '`lint` of 1,680 policies of genpolicy: peak memory (RSS)', unit: 'MiB' },
  { id: 'cli-version-time', title: '`osc-tools --version`', unit: 'ms', limit: 60 },
  { id: 'cli-one-time', title: '`lint` of one file', unit: 'ms', limit: 150 },
  { id: 'cli-one-rss', title: '`lint` of one file: peak memory (RSS)', unit: 'MiB' },
  { id: 'cli-node-time', title: 'start of Node.js alone', unit: 'ms' },
];

/** Rows for the simulator, in docs/simulator.md. It has no peer. */
const simulatorRows: readonly Row[] = [
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

export const liveSections: readonly Section[] = [{ rows: liveRows }];
export const commandLineSections: readonly Section[] = [{ rows: cliRows }];
export const simulatorSections: readonly Section[] = [{ rows: simulatorRows }];

const formats = [
  ['folder', 'a folder'],
  ['tar', 'tar'],
  ['tgz', 'tar.gz'],
  ['zip', 'zip'],
] as const;

/** Rows for must-gathers, in docs/must-gather.md. They have no peer. */
const mustGatherRows: readonly Row[] = [
  ...formats.map(([id, name]): Row => ({
    id: `gather-${id}-time`,
    title: `report of ${name}: time`,
    unit: 'ms',
    limit: 4000,
  })),
  ...formats.map(([id, name]): Row => ({ id: `gather-${id}-cpu`, title: `report of ${name}: CPU time`, unit: 'ms' })),
  ...formats.map(([id, name]): Row => ({
    id: `gather-${id}-memory`,
    title: `report of ${name}: peak memory (RSS)`,
    unit: 'MiB',
    limit: 150,
  })),
  { id: 'gather-read', title: 'only reading the folder', unit: 'ms' },
  { id: 'gather-disk', title: 'only reading the folder from the disk', unit: 'ms' },
  { id: 'gather-inflate', title: 'only decompressing the tar.gz archive', unit: 'ms' },
];

export const mustGatherSections: readonly Section[] = [{ rows: mustGatherRows }];

interface Limits {
  readonly ratio?: Readonly<Record<number, number>>;
  readonly limit?: Readonly<Record<number, number>>;
}

/** Returns a row for files with this number of documents. */
function sized(id: string, title: string, documents: number, unit: Row['unit'], limits: Limits): Row {
  const [ratio, limit] = [limits.ratio?.[documents], limits.limit?.[documents]];
  return {
    id: `${id}-${documents}`,
    title: `${title}, ${documents} document${documents === 1 ? '' : 's'}`,
    unit,
    ...(ratio === undefined ? {} : { ratio }),
    ...(limit === undefined ? {} : { limit }),
  };
}
