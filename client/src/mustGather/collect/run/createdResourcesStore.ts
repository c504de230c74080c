/**
 * What must-gathers of ours have made, kept in files: a run that was killed cannot say it. A file for each, so that
 * windows do not write over each other. Without VS Code.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keyOfMade, readMade, type CreatedResources } from '#core/mustGather/leftoverObjects.ts';
import { readFileWithLimit } from '#client/kubernetes/readFileWithLimit.ts';

/** Bytes of one, and how many are looked at. */
const largest = 20_000;
const most = 200;

export class CreatedResourcesStore {
  readonly #folder: string;
  #last: Promise<void> = Promise.resolve();

  /** @param folder of this user alone; it need not be there yet */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes it anew. In order; never rejects: what cannot be kept is handed to `trouble`. */
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

  /** What is in files that cannot be read, or hold something else, is left out. */
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

  /** Names of namespaces and pods are names of files. */
  #file(made: Pick<CreatedResources, 'namespace' | 'pod'>): string {
    return path.join(this.#folder, `${keyOfMade(made)}.json`);
  }

  #next(work: () => Promise<void>, trouble: (error: unknown) => void): Promise<void> {
    this.#last = this.#last.then(work).catch(trouble);
    return this.#last;
  }
}
