/** Selects the files of a folder that the languages check. The command line and the editor share it. */

/** The files that a language finds in a folder. */
export interface LanguageFiles {
  /** The extensions of the files, in lower case and without the dot. */
  readonly extensions: readonly string[];
  /**
   * Returns true if a file with one of the extensions belongs to the language. By default, every file does.
   * @param path the name, path, or URI of the file
   */
  readonly owns?: (text: string, path: string) => boolean;
  /** The maximum length of a file that `owns` has to read, in characters. By default, there is none. */
  readonly maxLength?: number;
  /**
   * Most files with these extensions have nothing to do with the language. So the command line doesn't report one that
   * it can't read.
   */
  readonly isRare?: true;
}

/** The files of all languages. */
export class FileSelection {
  readonly #byExtension = new Map<string, LanguageFiles>();

  /** @param languages if several languages have the same extension, the first one counts */
  constructor(languages: Iterable<{ readonly files?: LanguageFiles }>) {
    for (const { files } of languages)
      for (const extension of files?.extensions ?? [])
        if (files !== undefined && !this.#byExtension.has(extension)) this.#byExtension.set(extension, files);
  }

  /** Returns the files that a name, path, or URI belongs to; undefined if no language checks files with this name. */
  filesOf(path: string): LanguageFiles | undefined {
    return this.#byExtension.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
  }

  /** Returns true if a file with this name, path, or URI can be one that is checked. */
  mayBeChecked(path: string): boolean {
    return this.filesOf(path) !== undefined;
  }

  /** Returns true if a file is checked. @param path the name, path, or URI of the file */
  isChecked(path: string, text: string): boolean {
    const files = this.filesOf(path);
    if (files === undefined) return false;
    return files.owns === undefined || (text.length <= (files.maxLength ?? Infinity) && files.owns(text, path));
  }

  /** Returns a glob pattern for the files that are checked, except for those with the given extensions. */
  globWithout(extensions: readonly string[]): string {
    return `**/*.{${[...this.#byExtension.keys()].filter((extension) => !extensions.includes(extension)).join(',')}}`;
  }
}
