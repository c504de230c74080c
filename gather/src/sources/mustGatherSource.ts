/**
 * Defines the source of a must-gather: a folder or an archive, read file by file without extracting anything to disk.
 */
import * as l10n from '@vscode/l10n';
import { sanitizeLiteral } from '#core/text/sanitize.ts';

export interface MustGatherFile {
  /** Path from the root of the source, with `/`. Never leads outside of the source. */
  readonly path: string;
  /** Size in bytes, according to the source. */
  readonly size: number;
  /**
   * Returns the contents. Must be read before the next file is requested, or not at all. A piece is valid until the
   * next one is requested.
   */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** An entry of the source that wasn't read. */
export interface SkippedEntry {
  /** Path as written in the source, limited to 200 characters. */
  readonly path: string;
  /** Reason such as `a link`, `a special file`, or `a path outside the archive`. */
  readonly why: string;
}

export interface MustGatherSource {
  /** Size of the archive in bytes. Undefined for a folder. */
  readonly size?: number;
  /**
   * Returns the files in the order of the source.
   * @throws UnreadableSourceError
   */
  readonly files: (options: WalkOptions) => AsyncIterable<MustGatherFile>;
  /**
   * Returns a single file, if this is possible without reading the others. Returns undefined if the file doesn't exist
   * or isn't readable.
   * @param path a validated path
   */
  readonly file?: (path: string, signal?: AbortSignal) => Promise<MustGatherFile | undefined>;
}

export interface WalkOptions {
  readonly signal?: AbortSignal;
  readonly refused: (entry: SkippedEntry) => void;
  /** Called with the number of processed bytes and the total, or 0 if the total is unknown. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * A source that can't be read, or isn't read because it might be harmful. The message describes the reason and is safe
 * to show.
 */
export class UnreadableSourceError extends Error {}

/** The source contains several must-gathers. The user must select one. */
export class MultipleMustGathersError extends UnreadableSourceError {
  /** Folders from the root of the source. */
  readonly folders: readonly string[];

  /** @param of how the must-gathers differ */
  constructor(folders: readonly string[], of: 'clusters' | 'runs') {
    const names = folders.map(sanitizeLiteral).join(', ');
    super(
      of === 'clusters'
        ? l10n.t`must-gathers from several clusters found: ${names} (if they're in an archive, extract it first, and then specify one of these folders)`
        : l10n.t`must-gathers from several runs found: ${names} (if they're in an archive, extract it first, and then specify one of these folders)`,
    );
    this.folders = folders;
  }
}
