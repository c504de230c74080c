/** Defines the messages for checking all files. See protocol.ts. */

/**
 * Client to server: returns the workspace files that can be checked, in order. Starts a check of all files, and clears
 * findings of files that are no longer listed. From then on, findings of closed files are updated when files change on
 * disk. Responds after the workspace was read.
 */
export const filesToCheckRequest = 'osc/checkAll/files';
export interface FilesToCheckResult {
  readonly uris: readonly string[];
}
/** Client to server: checks these files, and publishes the findings of those that aren't open. */
export const checkFilesRequest = 'osc/checkAll/check';
export interface CheckFilesParams {
  readonly uris: readonly string[];
}
/**
 * The number of checked files (excluding irrelevant files of the list), and the number of their findings, excluding
 * hints.
 * @property rulesOff IDs of the rules that the settings of these files turn off
 */
export interface CheckedFilesResult {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly rulesOff: readonly string[];
}
