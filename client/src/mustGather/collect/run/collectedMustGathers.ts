/** The must-gathers that this extension collected on this computer. Doesn't use VS Code. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getString, omitUndefined } from '#core/common/json.ts';
import type { RecordedSize } from '#core/mustGather/collectionSize.ts';
import { readRecordedSize, recordName } from '#core/mustGather/collectionRecord.ts';
import { readFileWithLimit } from '#client/kubernetes/readFileWithLimit.ts';

export interface CollectedMustGather {
  readonly folder: string;
  /** Context of the cluster. */
  readonly context: string;
  /** Collection time, in milliseconds since 1970. */
  readonly at: number;
  /** Size of a complete collection. Old records don't have it. */
  readonly size?: RecordedSize;
}

/** Maximum number of collections to list, and of folders to read. */
const mostListed = 50;
const mostFolders = 500;
/** Maximum size in bytes of a record, and of the list of other folders. */
const largest = 200_000;

/**
 * Lists collections from the default folder and from other folders that the user selected. A file of the extension
 * stores the list of other folders.
 */
export class Collections {
  /** Default folder for collections. It might not exist yet. */
  readonly usual: string;
  readonly #file: string;

  /**
   * Creates the list.
   * @param usual default folder for collections
   * @param storage folder of the extension, which might not exist yet
   */
  constructor(usual: string, storage: string) {
    this.usual = usual;
    this.#file = path.join(storage, 'collections.json');
  }

  /** Stores the folder of a collection outside the default folder. Rejects if the list can't be written. */
  async add(folder: string): Promise<void> {
    if (path.dirname(folder) === this.usual) return;
    const others = (await this.#others()).filter((other) => other !== folder);
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const temporary = `${this.#file}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify([folder, ...others].slice(0, mostListed)), { mode: 0o600 });
    await rename(temporary, this.#file);
  }

  /** Returns collections, newest first. Omits deleted folders and folders without a record. */
  async all(): Promise<readonly CollectedMustGather[]> {
    const names = await readdir(this.usual).catch((): string[] => []);
    // Each name ends with the time of the collection, such as 20261123-104100.
    const time = (name: string): string => name.slice(-15);
    const usual = names
      .filter((name) => name.startsWith('must-gather.local.'))
      .toSorted((one, other) => time(other).localeCompare(time(one)));
    const folders = new Set([
      ...usual.slice(0, mostFolders).map((name) => path.join(this.usual, name)),
      ...(await this.#others()),
    ]);
    const read = await Promise.all([...folders].map(readCollection));
    return read
      .flatMap((collection) => collection ?? [])
      .toSorted((one, other) => other.at - one.at)
      .slice(0, mostListed);
  }

  async #others(): Promise<readonly string[]> {
    const list = await readJson(this.#file);
    return Array.isArray(list)
      ? list.filter((one): one is string => typeof one === 'string' && path.isAbsolute(one)).slice(0, mostListed)
      : [];
  }
}

async function readCollection(folder: string): Promise<CollectedMustGather | undefined> {
  const record = await readJson(path.join(folder, recordName));
  const context = getString(record, 'cluster', 'context');
  const at = Date.parse(getString(record, 'began') ?? '');
  if (context === undefined || Number.isNaN(at)) return undefined;
  return { folder, context: context.slice(0, 200), at, ...omitUndefined({ size: readRecordedSize(record) }) };
}

async function readJson(file: string): Promise<unknown> {
  const bytes = await readFileWithLimit(file, largest);
  if (!bytes.ok) return undefined;
  try {
    return JSON.parse(bytes.value.toString('utf8'));
  } catch {
    return undefined;
  }
}
