/**
 * Defines all limits for reading a must-gather, with their units and reasons. A must-gather of a large cluster (5,000
 * nodes) has about 100,000 files, some GB of logs, and about 10,000 objects to read. Each limit is at least five times
 * higher.
 */

/** Limits of the source. A source that exceeds them isn't read. */
export const limits = {
  /** Number of files and folders in one source. */
  entries: 1_000_000,
  /** Depth of nested folders. */
  depth: 50,
  /** Number of characters in a path. */
  path: 4096,
  /** Uncompressed size of an archive in bytes. */
  unpacked: 64 * 2 ** 30,
  /**
   * Compression ratio. Logs typically shrink to a twentieth. Content that shrinks to a five-hundredth contains no data.
   */
  ratio: 500,
  /** Number of uncompressed bytes before the ratio applies. */
  beforeRatio: 64 * 2 ** 20,
  /** Size in bytes of an extended entry header (long names). */
  extendedHeader: 1 << 20,
} as const;
export type ArchiveLimits = { readonly [Name in keyof typeof limits]: number };

/** Limits of one file. The report omits and names a file that exceeds them. */
export const fileLimits = {
  /** Size in bytes of a file with objects. A list of 5,000 nodes has 150 MB, but `oc` writes one file per node. */
  objectBytes: 64 * 2 ** 20,
  /** Size in bytes of a list of the pods or events of one namespace. */
  listBytes: 16 * 2 ** 20,
  /**
   * Number of structure characters in a file with objects. A list of 16 MiB, as `oc` writes it, has about one million.
   */
  parts: 2_000_000,
  /**
   * Number of structure characters in one parsed text. Each takes up to 700 bytes of memory and 15 microseconds, and
   * the parser can't be interrupted. A list is parsed in pieces. One object has up to 1.5 MB (the limit of etcd), which
   * is about 100,000.
   */
  partsAtOnce: 300_000,
  /**
   * Number of structure characters per piece of a list. Small pieces require less memory, but each piece takes some
   * time.
   */
  partsOfPiece: 20_000,
  /**
   * Number of nodes that aliases add per written node. Collection tools don't write aliases, and walking through shared
   * values could take exponential time.
   */
  aliasRatio: 4,
  /** Number of nodes that aliases can add before the ratio applies. */
  beforeAliasRatio: 1000,
} as const;
export type FileLimits = { readonly [Name in keyof typeof fileLimits]: number };

/**
 * Limits of the whole source, for many files that are each within the limits of one file. The report names the limit
 * and omits the files after it.
 */
export const totals = {
  /**
   * Size in bytes of all logs, enough for 100 nodes with 150 MB each. Logs require little memory and about 5 seconds
   * per GiB.
   */
  logBytes: 16 * 2 ** 30,
  /**
   * Size in bytes of all files with objects. The pods and events of all namespaces of 5,000 nodes have about 800 MB.
   */
  objectBytes: 4 * 2 ** 30,
  /** Number of YAML documents. Each file with objects has one. */
  documents: 200_000,
  /** Number of objects in YAML, including list items. */
  objects: 500_000,
  /** Memory in bytes for the stored data of all objects. A node takes about 8 kB. */
  keptBytes: 512 * 2 ** 20,
  /**
   * CPU time in milliseconds for any source. A small must-gather takes 1 s. 5,000 nearly identical nodes in an archive
   * of 1 MB take 5 s.
   */
  cpuBase: 20_000,
  /**
   * CPU time in milliseconds per MiB of the source on disk. A folder or a tar.gz of logs takes 50, a tar.gz of nodes
   * 750.
   */
  cpuPerMebibyte: 5_000,
  /** Maximum CPU time in milliseconds. */
  cpuMost: 600_000,
} as const;
export type Totals = { readonly [Name in keyof typeof totals]: number };

/** Maximum numbers of stored items. The diagnosis doesn't need more. */
export const keptLimits = {
  /** Number of gaps in a report. */
  gaps: 50,
  /** Number of objects that aren't part of the cluster view. */
  besides: 5000,
  pods: 2000,
  workloads: 2000,
  /** Number of objects of other components. */
  related: 1000,
  /** Number of namespaces whose events can be shown. */
  eventFiles: 10_000,
  events: 2000,
  /** Number of problems outside OpenShift sandboxed containers. */
  platformProblems: 2000,
  /** Number of nodes with stored package lists. */
  nodes: 10_000,
  /** Number of listed collection folders. */
  runs: 100,
  /** Number of listed names of compressed files. */
  archives: 3,
} as const;
