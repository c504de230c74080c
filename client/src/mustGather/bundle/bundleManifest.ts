/** Defines the list of files that is stored in a bundle. */
import type { OmittedFile } from './redactFile.ts';

/** A file of the bundle. */
export interface BundledFile {
  readonly path: string;
  /** Size in the bundle, in bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Number of replaced ranges. Excludes values that only other files identify as credentials. */
  readonly replaced: number;
}

/** The list of files that is stored in the bundle. */
export interface BundleManifest {
  readonly version: 1;
  readonly redacted: boolean;
  readonly files: readonly BundledFile[];
  readonly leftOut: readonly OmittedFile[];
}

/** The path of the list in the bundle. */
export const manifestName = 'osc-manifest.json';
