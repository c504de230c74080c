/** What is packed in a file, opened as a file of its own. */
export const embeddedScheme = 'osc-packed';

/** An object of a cluster as YAML, to be read. */
export const clusterScheme = 'osc-cluster';

/**
 * Where files live that somebody works on: on disk, unsaved, on another machine, in a repository that is opened without
 * a copy, or inside of another file. Not `git` and its like: the left side of a diff is no further KataConfig.
 */
export const ourSchemes: readonly string[] = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', embeddedScheme];

/**
 * Those, and the schemes of the folders that are open: whoever opens a folder of some file system works on what is in
 * it.
 */
export function schemesOf(folders: readonly { readonly uri: { readonly scheme: string } }[] = []): readonly string[] {
  return [...new Set([...ourSchemes, ...folders.map(({ uri }) => uri.scheme)])];
}
