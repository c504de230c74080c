/**
 * Stores the resources that must-gathers create, so that they can be found if a run is killed. Each run has its own
 * file, so that windows don't overwrite each other's data. Doesn't use VS Code.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keyOfMade, readMade, type CreatedResources } from '#core/mustGather/leftoverObjects.ts';
import { readFileWithLimit } from '#client/kubernetes/readFileWithLimit.ts';

/** Maximum size of a file in bytes, and maximum number of files to read. */
const largest = 20_000;
const most = 200;

export class CreatedResourcesStore {
  readonly #folder: string;
  #last: Promise<void> = Promise.resolve();

  /**
   * Creates the store.
   * @param folder folder that only the current user can access, which might not exist yet
   */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes the file for these resources, or replaces it if it exists. Files are written one after another. Never
   * rejects: errors are passed to `trouble`.
   */
  keep(made: CreatedResources, trouble: (error: unknown) => void): Promise<void> {
    return this.#next(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = this.#file(made);
      const temporary = `${file}.${process.pid}.tmp`;
      await writeFile(temporary, JSON.stringify(made), { mode: 0o600 });
      await rename(temporary, file);
    }, trouble);
  }

  forget(made: Pick<CreatedResources, 'namespace' | 'pod'>): Promise<void> {
    return this.#next(
      () => rm(this.#file(made), { force: true }),
      () => undefined,
    );
  }

  /** Returns all stored resources. Omits files that are unreadable or invalid. */
  async all(): Promise<readonly CreatedResources[]> {
    await this.#last;
    const names = await readdir(this.#folder).catch((): string[] => []);
    const read = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .slice(0, most)
        .map((name) => this.#read(name)),
    );
    return read.flatMap((made) => made ?? []);
  }

  async #read(name: string): Promise<CreatedResources | undefined> {
    const bytes = await readFileWithLimit(path.join(this.#folder, name), largest);
    if (!bytes.ok) return undefined;
    try {
      const made = readMade(JSON.parse(bytes.value.toString('utf8')));
      return made !== undefined && `${keyOfMade(made)}.json` === name ? made : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the path of a file. Names of namespaces and pods are valid file names. */
  #file(made: Pick<CreatedResources, 'namespace' | 'pod'>): string {
    return path.join(this.#folder, `${keyOfMade(made)}.json`);
  }

  #next(work: () => Promise<void>, trouble: (error: unknown) => void): Promise<void> {
    this.#last = this.#last.then(work).catch(trouble);
    return this.#last;
  }
}
