/** The interface through which the server reads the files of the workspace. */

/** Lists and reads the files that can be checked. */
export interface FilesToCheck {
  list(): AsyncIterable<string>;
  read(uri: string): Promise<string | undefined>;
}

/** Reads the files of the workspace. An interface, so that tests don't need files on disk. */
export interface WorkspaceReader {
  /** Lists all YAML files of the workspace, or of a folder in it, in any order. */
  list(below?: string): AsyncIterable<string>;
  /**
   * Returns whether there are folders and the last `list` returned all their files. Otherwise, a file that wasn't
   * listed might still exist.
   */
  whole(): boolean;
  /**
   * Returns the text of a file. Returns undefined if `list` wouldn't return the file, or if it is unreadable or too
   * large.
   */
  read(uri: string): Promise<string | undefined>;
  /**
   * Reads all files that can be checked, including JSON, PromQL, Rego, and TOML. If undefined, only YAML is checked.
   */
  readonly toCheck?: FilesToCheck;
}

/** Selects files by name. */
export interface FileNameFilter {
  /** Returns whether a file with this name might be checked. */
  mayBeChecked(name: string): boolean;
}

/** A folder of the workspace. */
export interface Folder {
  readonly uri: string;
  /** Patterns of files to skip, in the syntax of `.gitignore`. */
  readonly exclude: readonly string[];
}
