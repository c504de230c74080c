/** Bounds of what is read. A must-gather of a large cluster has some 100,000 files and some GB. */
export const limits = {
  /** Files and folders of one source. */
  entries: 1_000_000,
  /** Folders in each other. */
  depth: 50,
  /** Characters of a path. */
  path: 4096,
  /** Bytes of an archive when it is unpacked. */
  unpacked: 64 * 2 ** 30,
  /** Logs shrink to a twentieth or less; what shrinks to a five-hundredth holds nothing. */
  ratio: 500,
  /** So many bytes may come out before the ratio counts. */
  beforeRatio: 64 * 2 ** 20,
  /** Bytes of the header of an entry that says more of it (long names). */
  extendedHeader: 1 << 20,
} as const;
export type Limits = { readonly [Name in keyof typeof limits]: number };
