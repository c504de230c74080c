/**
 * All bounds of reading a must-gather, with their units and reasons. A must-gather of a large cluster (5,000 nodes) has about 100,000 files, some GB of logs,
 * and some 10,000 objects that are read; each bound lies at least five times above that.
 */

/** Bounds of the source. Beyond them, it isn't read at all. */
export const limits = {
  /** Files and folders of one source. */
  entries: 1_000_000,
  /** Folders in each other. */
  depth: 50,
  /** Characters of a path. */
  path: 4096,
  /** Bytes of an archive when it is unpacked. */
  unpacked: 64 * 2 ** 30,
  /** Logs shrink to a twentieth or less. What shrinks to a five-hundredth holds nothing. */
  ratio: 500,
  /** The number of bytes that may come out before the ratio counts. */
  beforeRatio: 64 * 2 ** 20,
  /** Bytes of the header of an entry that says more of it (long names). */
  extendedHeader: 1 << 20,
} as const;
export type Limits = { readonly [Name in keyof typeof limits]: number };

/** Bounds of one file. A file beyond them is left out, and the report names it. */
export const fileLimits = {
  /** Bytes of a file of objects. A list of the nodes of 5,000 nodes has 150 MB, but `oc` writes one file for each node. */
  objectBytes: 64 * 2 ** 20,
  /** Bytes of a list of pods or events of one namespace. */
  listBytes: 16 * 2 ** 20,
  /** Marks of structure in a file of objects: a list of 16 MiB, as `oc` writes it, has about one million. */
  parts: 2_000_000,
  /**
   * Marks of structure that are parsed as one text. Each takes up to 700 bytes of memory and 15 microseconds while it is parsed, and nothing can interrupt it.
   * A list is parsed in pieces. One object has at most 1.5 MB (the limit of etcd), which is about 100,000.
   */
  partsAtOnce: 300_000,
  /** Marks of structure after which a piece of a list ends: small pieces need little memory, and each costs some time of its own. */
  partsOfPiece: 20_000,
  /**
   * Nodes that aliases add for each node that is written. Nothing that gathers writes aliases, and values that share their parts are endless for a reader that
   * walks through them.
   */
  aliasRatio: 4,
  /** The number of nodes that aliases may add before the ratio counts. */
  beforeAliasRatio: 1000,
} as const;
export type FileLimits = { readonly [Name in keyof typeof fileLimits]: number };

/** Bounds of the whole source: many files that are within all bounds of a file must not add up. What comes after them is left out, and the report says so. */
export const totals = {
  /** Bytes of all logs that are looked through: 100 nodes with 150 MB each. They take little memory and about 5 seconds per GiB. */
  logBytes: 16 * 2 ** 30,
  /** Bytes of all files of objects: pods and events of all namespaces of 5,000 nodes have about 800 MB. */
  objectBytes: 4 * 2 ** 30,
  /** YAML documents: each file of objects has one. */
  documents: 200_000,
  /** Objects in YAML, items of lists included. */
  objects: 500_000,
  /** Bytes of memory for everything that is kept of objects: of a node about 8 kB. */
  keptBytes: 512 * 2 ** 20,
  /** Milliseconds of processor time that any source may take: a small must-gather takes 1 s, 5,000 nodes that are nearly alike 5 s in an archive of 1 MB. */
  cpuBase: 20_000,
  /** Milliseconds of processor time for each MiB of the source, packed as it is: a folder or a tar.gz of logs takes 50, a tar.gz of nodes 750. */
  cpuPerMebibyte: 5_000,
  /** Milliseconds of processor time at most. */
  cpuMost: 600_000,
} as const;
export type Totals = { readonly [Name in keyof typeof totals]: number };

/** Numbers of things that are kept. A judgement needs no more of them. */
export const keptLimits = {
  /** Gaps that a report names. */
  gaps: 50,
  /** Objects beside those of the cluster view. */
  besides: 5000,
  pods: 2000,
  events: 2000,
  /** Nodes whose packages are kept. */
  nodes: 10_000,
  /** Folders of runs that are named. */
  runs: 100,
  /** Names of packed files that are named. */
  archives: 3,
} as const;
