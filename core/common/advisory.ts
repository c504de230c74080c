/** A published security advisory, in the form that reports contain. */
export interface Advisory {
  /** ID in the advisory database of GitHub. */
  readonly id: string;
  /** IDs in other databases, such as CVE-2026-41326. */
  readonly aliases: readonly string[];
  /** Affected versions. */
  readonly affected: string;
  /** First version with a fix. */
  readonly fixed: string;
  readonly remedy: string;
}
