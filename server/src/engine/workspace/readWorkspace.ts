/** The interface through which the workspace is read, without an implementation. */

/** Lists and reads the files that can be checked. */
export interface FilesToCheck {
  list(): AsyncIterable<string>;
  read(uri: string): Promise<string | undefined>;
}

/** Reads the workspace's files; handed in, so that tests need no disk. */
export interface WorkspaceReader {
  /** Every YAML file of the workspace, or below this folder of it, in any order; ends when all were named. */
  list(below?: string): AsyncIterable<string>;
  /**
   * After `list` has ended: there are folders, and all their files were named. Otherwise nothing can be said of what is
   * not there.
   */
  whole(): boolean;
  /** The text of a file, or undefined when it would not be listed, cannot be read or is too large. */
  read(uri: string): Promise<string | undefined>;
  /** The same for all files that can be checked: JSON, PromQL, Rego, and TOML too. If missing, only YAML is read. */
  readonly toCheck?: FilesToCheck;
}

/** A folder of the workspace. */
export interface Folder {
  readonly uri: string;
  /** What of it is not read, in patterns as of a `.gitignore`. */
  readonly exclude: readonly string[];
}
