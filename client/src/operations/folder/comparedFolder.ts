/** Describes the result of the comparison of a folder. Doesn't use VS Code. */
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { ComparedObject } from './compareObjects.ts';

/** The objects of a folder, compared with a cluster. */
export interface FolderComparison {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** True if the folders in the folder were read, too. */
  readonly isRecursive: boolean;
  /** Name of the folder. */
  readonly name: string;
  readonly cluster: OpenCluster;
  readonly objects: readonly ComparedObject[];
  /** Sentences about files that can't be read. The comparison doesn't include their objects. */
  readonly unread: readonly string[];
  /** Sentences about skipped files, and lists that can't be read. */
  readonly notes: readonly string[];
}
