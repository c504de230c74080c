/** Selects the files of a folder that the languages check. The command line and the editor share it. */

/** The files that a language finds in a folder. */
export interface LanguageFiles {
  /** File extensions, in lowercase and without the dot. */
  readonly extensions: readonly string[];
  /**
   * Returns whether a file with one of the extensions belongs to the language. By default, every file does.
   * @param path name, path, or URI of the file
   */
  readonly owns?: (text: string, path: string) => boolean;
  /** Maximum length of a file to pass to `owns`, in characters. By default, there is no limit. */
  readonly maxLength?: number;
  /**
   * Returns whether a file with another extension, or without one, might belong to the language. By default, none does.
   * @param path path or URI of the file
   */
  readonly mayOwnName?: (path: string) => boolean;
  /**
   * True if most files with these extensions are unrelated to the language. The command line then doesn't report files
   * that it can't read.
   */
  readonly isRare?: true;
}

/** The files of all languages. */
export class FileSelection {
  readonly #byExtension = new Map<string, LanguageFiles>();
  readonly #byName: LanguageFiles[] = [];

  /** @param languages if several languages have the same extension, a file belongs to those that own it */
  constructor(languages: Iterable<{ readonly files?: LanguageFiles | readonly LanguageFiles[] }>) {
    for (const { files = [] } of languages)
      for (const own of [files].flat()) {
        if (own.mayOwnName !== undefined) this.#byName.push(own);
        for (const extension of own.extensions) {
          const known = this.#byExtension.get(extension);
          this.#byExtension.set(extension, known === undefined ? own : union(known, own));
        }
      }
  }

  /**
   * Returns the files of the language that a name, path, or URI belongs to. Returns undefined if no language checks
   * files with this name.
   */
  filesOf(path: string): LanguageFiles | undefined {
    return (
      this.#byExtension.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '') ??
      this.#byName.find(({ mayOwnName }) => mayOwnName?.(path) === true)
    );
  }

  /** Returns whether a file with this name, path, or URI might be checked. */
  mayBeChecked(path: string): boolean {
    return this.filesOf(path) !== undefined;
  }

  /**
   * Returns whether a file is checked.
   * @param path name, path, or URI of the file
   */
  isChecked(path: string, text: string): boolean {
    const files = this.filesOf(path);
    if (files === undefined) return false;
    return files.owns === undefined || (text.length <= (files.maxLength ?? Infinity) && files.owns(text, path));
  }

  /** Returns a glob pattern for the files that are checked, except those with the given extensions. */
  globWithout(extensions: readonly string[]): string {
    return `**/*.{${[...this.#byExtension.keys()].filter((extension) => !extensions.includes(extension)).join(',')}}`;
  }
}

/** Returns the files of two languages with the same extension. */
function union(one: LanguageFiles, other: LanguageFiles): LanguageFiles {
  if (one.owns === undefined) return one;
  const isOwned = ({ owns, maxLength = Infinity }: LanguageFiles, text: string, path: string) =>
    text.length <= maxLength && owns?.(text, path) !== false;
  return {
    extensions: one.extensions,
    owns: (text, path) => isOwned(one, text, path) || isOwned(other, text, path),
    maxLength: Math.max(one.maxLength ?? Infinity, other.maxLength ?? Infinity),
    ...(one.isRare === true && other.isRare === true ? { isRare: true } : {}),
  };
}
