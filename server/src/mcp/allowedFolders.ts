/**
 * The folders that a person has opened to assistants: nothing else is read, whatever path is asked for, and wherever
 * links lead.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { cutText, sanitizeLiteral } from '#core/text/sanitize.ts';

/** Something that is there, below a root. */
export interface ResolvedPath {
  /** Without links. */
  readonly full: string;
  /** From its root, with `/`; with several roots, the name of the root's folder stands before it. */
  readonly name: string;
  readonly isFolder: boolean;
}

export class AllowedRoots {
  readonly #roots: readonly string[];

  private constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** The error names the folder that is none. None at all: no path is found. */
  static async open(folders: readonly string[]): Promise<Result<AllowedRoots, string>> {
    const roots: string[] = [];
    for (const folder of folders) {
      try {
        const full = await realpath(folder);
        if (!(await stat(full)).isDirectory()) return fail(`${folder} is no folder`);
        roots.push(full);
      } catch {
        return fail(`there is no folder ${folder}`);
      }
    }
    return succeed(new AllowedRoots(roots));
  }

  /**
   * What a path means, from the first root on; links are followed, and must not lead out. The error is a sentence for
   * the assistant, and does not tell what is outside.
   */
  async find(given: string): Promise<Result<ResolvedPath, string>> {
    const [first] = this.#roots;
    const shown = cutText(sanitizeLiteral(given), 201);
    if (first === undefined)
      return fail('No folder is open to this tool: what takes a text can be given that instead.');
    const outside = fail(
      `${shown} is not below the folders that are open to this tool (${this.#roots.map((root) => sanitizeLiteral(root)).join(', ')}), or is not there.`,
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
        // Not there, or not to be read: the same to whoever asks.
      }
    }
    return outside;
  }

  /** @param full without links */
  holds(full: string): boolean {
    return this.#roots.some((root) => isBelow(root, full));
  }

  /** How a file below a root is called. */
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
