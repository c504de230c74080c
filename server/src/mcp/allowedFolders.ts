/**
 * Restricts assistants to the folders that the user allowed. No other files are read, regardless of the requested path
 * or links.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { cutText, sanitizeLiteral } from '#core/text/sanitize.ts';

/** An existing file or folder below a root. */
export interface ResolvedPath {
  /** Absolute path with all links resolved. */
  readonly full: string;
  /** Path from its root, with `/`. If there are several roots, the name of the root folder precedes it. */
  readonly name: string;
  readonly isFolder: boolean;
}

export class AllowedRoots {
  readonly #roots: readonly string[];

  private constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /**
   * Opens the folders. If a path isn't a folder, the error names the path. If the list is empty, `find` finds no path.
   */
  static async open(folders: readonly string[]): Promise<Result<AllowedRoots, string>> {
    const roots: string[] = [];
    for (const folder of folders) {
      try {
        const full = await realpath(folder);
        if (!(await stat(full)).isDirectory()) return fail(`${folder} isn't a folder`);
        roots.push(full);
      } catch {
        return fail(`folder ${folder} doesn't exist`);
      }
    }
    return succeed(new AllowedRoots(roots));
  }

  /**
   * Resolves a path, starting with the first root. Links are followed but must not lead outside. The error is a
   * sentence for the assistant and reveals nothing about other folders.
   */
  async find(given: string): Promise<Result<ResolvedPath, string>> {
    const [first] = this.#roots;
    const shown = cutText(sanitizeLiteral(given), 201);
    if (first === undefined)
      return fail('This tool has no access to files. If the tool accepts text, provide the text instead.');
    const outside = fail(
      `${shown} doesn't exist, or isn't under a folder that this tool can read (${this.#roots.map((root) => sanitizeLiteral(root)).join(', ')}).`,
    );
    const tries = path.isAbsolute(given) ? [given] : this.#roots.map((root) => path.resolve(root, given));
    for (const wanted of tries) {
      try {
        const full = await realpath(wanted);
        if (!this.holds(full)) continue;
        const info = await stat(full);
        if (info.isDirectory() || info.isFile())
          return succeed({ full, name: this.nameOf(full), isFolder: info.isDirectory() });
      } catch {
        // Missing and unreadable paths are treated alike.
      }
    }
    return outside;
  }

  /**
   * Returns whether a path is below a root.
   * @param full path with all links resolved
   */
  holds(full: string): boolean {
    return this.#roots.some((root) => isBelow(root, full));
  }

  /** Returns the display name of a file below a root. */
  nameOf(full: string): string {
    const root = this.#roots.find((one) => isBelow(one, full));
    if (root === undefined) return full;
    const relative = path.relative(root, full).split(path.sep).join('/');
    const within = relative === '' ? '.' : relative;
    return this.#roots.length > 1 ? `${path.basename(root)}/${within}` : within;
  }
}

function isBelow(root: string, full: string): boolean {
  const relative = path.relative(root, full);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
