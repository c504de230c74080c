/** Defines the messages for comparing two OSC releases. See protocol.ts. */
import type { ComparedFinding, FindingDifferences } from '#core/releaseDifferences/findingDifferences.ts';

/** IDs of the releases, such as `1.12`. */
export interface ComparedReleases {
  readonly from: string;
  readonly to: string;
}

/**
 * Client to server: checks these workspace files for both releases, and returns the findings that only one of them has.
 * The `file` of a finding is the URI.
 */
export const compareFilesRequest = 'osc/releases/compareFiles';
/** Parameters of the request that checks files. */
export interface CompareFilesParams extends ComparedReleases {
  readonly uris: readonly string[];
}
/** Findings that only one of the releases has. */
export interface ComparedFilesResult {
  /** Number of checked files, excluding irrelevant files of the list. */
  readonly files: number;
  readonly appeared: readonly ComparedFinding[];
  readonly disappeared: readonly ComparedFinding[];
}

/** Client to server: returns the differences between two releases in Markdown, with these findings. */
export const describeReleasesRequest = 'osc/releases/describe';
/** Parameters of the request that describes the differences. */
export interface DescribeReleasesParams extends ComparedReleases {
  readonly findings: FindingDifferences;
}
/** The differences in Markdown. */
export interface DescribedReleases {
  readonly text: string;
}
