/**
 * Where files live that somebody works on: on disk, unsaved, on another machine, or in a repository that is opened without a copy.
 * Not `git` and its like: the left side of a diff is no further KataConfig.
 */
export const ourSchemes: readonly string[] = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'];
