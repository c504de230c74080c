/** Lists the policies that a command can use if the user doesn't specify one. All functions are pure. */

/** A policy that the user can select. `U` is the type of its URI. */
export interface PolicyCandidate<U> {
  readonly uri: U;
  readonly label: string;
  readonly description: string;
}

/**
 * Merges open policies with the files of the workspace and removes duplicates. Open policies come first, because the
 * user is working on them.
 */
export function mergeCandidates<U extends { toString(): string }>(
  open: readonly PolicyCandidate<U>[],
  files: readonly PolicyCandidate<U>[],
): readonly PolicyCandidate<U>[] {
  const seen = new Set<string>();
  return [...open, ...files].filter(({ uri }) => {
    const name = uri.toString();
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
