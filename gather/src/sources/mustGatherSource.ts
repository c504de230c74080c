/** Where a must-gather is read from: a folder or an archive, file by file, without anything being unpacked to disk. */
import * as l10n from '@vscode/l10n';
import { sanitizeLiteral } from '#core/text/sanitize.ts';

export interface MustGatherFile {
  /** From the root of the source, with `/`; it goes nowhere else. */
  readonly path: string;
  /** In bytes, as far as the source knows. */
  readonly size: number;
  /** What is in it; to be read before the next file is asked for, or not at all. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** Something of a source that is not read. */
export interface SkippedEntry {
  /** As it stands there, at most 200 characters. */
  readonly path: string;
  /** `a link`, `a device`, `a path that leaves the archive`, ... */
  readonly why: string;
}

export interface MustGatherSource {
  /** Size of the archive in bytes. Undefined for a folder. */
  readonly size?: number;
  /** The files, in the order of the source. Throws `Unreadable`. */
  readonly files: (options: WalkOptions) => AsyncIterable<MustGatherFile>;
  /**
   * One of them, where it can be had without looking at the others; undefined: there is none, or it is not read.
   * @param path a safe one
   */
  readonly file?: (path: string, signal?: AbortSignal) => Promise<MustGatherFile | undefined>;
}

export interface WalkOptions {
  readonly signal?: AbortSignal;
  readonly refused: (entry: SkippedEntry) => void;
  /** How far it is in the source, of how much, in bytes; where it is not known how much, 0. */
  readonly progress?: (done: number, total: number) => void;
}

/** A source that cannot be read, or is not read because it may do harm; the message says why, fit to be shown. */
export class UnreadableSourceError extends Error {}

/** There are several must-gathers in it, of which one is to be read. */
export class MultipleMustGathersError extends UnreadableSourceError {
  /** From the root of the source. */
  readonly folders: readonly string[];

  /** @param of what they differ in */
  constructor(folders: readonly string[], of: 'clusters' | 'runs') {
    const names = folders.map(sanitizeLiteral).join(', ');
    super(
      of === 'clusters'
        ? l10n.t`must-gathers from several clusters found: ${names} (specify one of these folders, and extract an archive first)`
        : l10n.t`must-gathers from several runs found: ${names} (specify one of these folders, and extract an archive first)`,
    );
    this.folders = folders;
  }
}
