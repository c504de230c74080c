/** URI scheme of embedded policies and initdata that are opened as separate documents. */
export const embeddedScheme = 'osc-packed';

/** URI scheme of read-only cluster objects, shown as YAML. */
export const clusterScheme = 'osc-cluster';

/**
 * URI schemes of editable files: on disk, unsaved, on a remote computer, in a repository that is opened without a
 * clone, or embedded in another file. Excludes `git` and similar schemes, so that the left side of a diff doesn't count
 * as an additional KataConfig.
 */
export const ourSchemes: readonly string[] = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', embeddedScheme];

/**
 * Returns the schemes of editable files and the schemes of the open folders, so that files in other file systems are
 * included.
 */
export function schemesOf(folders: readonly { readonly uri: { readonly scheme: string } }[] = []): readonly string[] {
  return [...new Set([...ourSchemes, ...folders.map(({ uri }) => uri.scheme)])];
}
