/** Defines the list of files that is stored in an archive. */
import type { OmittedFile } from './redactFile.ts';

/** A file of the archive. */
export interface ArchivedFile {
  /** Path in the archive. */
  readonly path: string;
  /** Original path, if Windows can't create a file with this name. */
  readonly original?: string;
  /** Size in the archive, in bytes. */
  readonly size: number;
  readonly sha256: string;
  /**
   * Number of replaced ranges, also of those that were replaced during the collection through the API. Excludes values
   * that only other files identify as credentials.
   */
  readonly replaced: number;
}

/** The list of files that is stored in the archive. */
export interface ArchiveManifest {
  readonly version: 1;
  readonly redacted: boolean;
  readonly files: readonly ArchivedFile[];
  readonly leftOut: readonly OmittedFile[];
}

/** The path of the list in the archive. */
export const manifestName = 'osc-manifest.json';
