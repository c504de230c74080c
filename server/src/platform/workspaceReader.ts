/** The interface through which the server reads the files of the workspace. */

/** Lists and reads the files that can be checked. */
export interface FilesToCheck {
  list(): AsyncIterable<string>;
  read(uri: string): Promise<string | undefined>;
}

/** Reads the files of the workspace. An interface, so that tests need no disk. */
export interface WorkspaceReader {
  /** Lists every YAML file of the workspace, or of a folder in it, in any order. */
  list(below?: string): AsyncIterable<string>;
  /**
   * Returns true if there are folders and the last `list` named all their files. Otherwise, a file that wasn't listed
   * may still exist.
   */
  whole(): boolean;
  /** Returns the text of a file. Undefined if `list` wouldn't name the file, or if it is unreadable or too large. */
  read(uri: string): Promise<string | undefined>;
  /** Reads all files that can be checked, including JSON, PromQL, Rego, and TOML. If undefined, only YAML is read. */
  readonly toCheck?: FilesToCheck;
}

/** Selects files by name. */
export interface FileNameFilter {
  /** Returns true if a file with this name can be one that is checked. */
  mayBeChecked(name: string): boolean;
}

/** A folder of the workspace. */
export interface Folder {
  readonly uri: string;
  /** Patterns of files to skip, in the syntax of `.gitignore`. */
  readonly exclude: readonly string[];
}
