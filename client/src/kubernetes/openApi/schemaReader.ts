/**
 * Reads the schemas of custom resources from one cluster: the index, and then only the documents whose hash isn't
 * stored. Reads the index again after some time, because a CRD can change during a long connection. Without the index,
 * the stored documents apply. Doesn't use VS Code.
 */
import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { readKindSchemas, readOpenApiIndex, type IndexedDocument, type KindSchema } from './openApiDocument.ts';

/** A document of a cluster, as it's stored on disk. */
export interface SchemaDocument {
  readonly groupVersion: string;
  readonly hash: string;
  /** Time at which the cluster last confirmed the hash, in milliseconds since 1970. */
  readonly at: number;
  readonly kinds: readonly KindSchema[];
}

/** Stores the documents of a cluster. Neither function rejects. */
export interface SchemaFiles {
  read(groupVersion: string): Promise<SchemaDocument | undefined>;
  write(document: SchemaDocument): Promise<void>;
}

interface SchemaReaderOptions {
  readonly connection: Pick<Connection, 'ask'>;
  readonly files: SchemaFiles;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: (message: string) => void;
}

/** Maximum approximate memory of a document while it's read, in bytes. */
const maxMemory = 64_000_000;
/** Time after which a failed request is repeated, and the index is read again, in milliseconds. */
const retryAfter = 60_000;
export const indexLifetime = 10 * 60_000;

/** Reads the schemas of one cluster. */
export class SchemaReader {
  readonly #options: SchemaReaderOptions;
  readonly #documents = new Map<string, SchemaDocument>();
  /** When a request last failed, by path, in milliseconds since 1970. */
  readonly #failed = new Map<string, number>();
  readonly #logged = new Set<string>();
  #index: { readonly at: number; readonly documents: ReadonlyMap<string, IndexedDocument> } | undefined;

  constructor(options: SchemaReaderOptions) {
    this.#options = options;
  }

  /**
   * Returns the documents of these groups and versions. Omits those that neither the cluster nor the disk has.
   * @param isReachable false if the cluster hasn't responded yet, so that it isn't contacted
   * @param isVisible false if no one sees the result, so that an index that was read isn't read again
   */
  async read(
    groupVersions: Iterable<string>,
    isReachable: boolean,
    isVisible: boolean,
  ): Promise<readonly SchemaDocument[]> {
    if (isReachable) await this.#readIndex(isVisible);
    const found: SchemaDocument[] = [];
    for (const groupVersion of groupVersions) {
      const document = await this.#document(groupVersion, isReachable);
      if (document !== undefined) found.push(document);
    }
    return found;
  }

  async #readIndex(isVisible: boolean): Promise<void> {
    const path = '/openapi/v3';
    const age = this.#index === undefined ? Infinity : this.#options.clock.now() - this.#index.at;
    if (age < indexLifetime || (age !== Infinity && !isVisible)) return;
    const response = await this.#ask(path, readOpenApiIndex);
    if (response !== undefined) this.#index = { at: this.#options.clock.now(), documents: response };
  }

  async #document(groupVersion: string, isReachable: boolean): Promise<SchemaDocument | undefined> {
    const { files } = this.#options;
    const stored = this.#documents.get(groupVersion) ?? (await files.read(groupVersion));
    const index = this.#index;
    if (index === undefined) return stored;
    const listed = index.documents.get(groupVersion);
    // The cluster doesn't serve the version.
    if (listed === undefined) return undefined;
    if (stored?.hash === listed.hash && stored.at >= index.at) {
      this.#documents.set(groupVersion, stored);
      return stored;
    }
    const kinds =
      stored?.hash === listed.hash
        ? stored.kinds
        : isReachable
          ? await this.#ask(listed.path, (response) => readKindSchemas(response, groupVersion))
          : undefined;
    if (kinds === undefined) return stored;
    const document = { groupVersion, hash: listed.hash, at: index.at, kinds };
    this.#documents.set(groupVersion, document);
    await files.write(document);
    return document;
  }

  /** Sends a request, unless it just failed. Logs the first failure of each path. */
  async #ask<T>(path: string, read: (response: unknown) => T | undefined): Promise<T | undefined> {
    const { connection, clock, log } = this.#options;
    const failed = this.#failed.get(path);
    if (failed !== undefined && clock.now() - failed < retryAfter) return undefined;
    let left = maxMemory;
    const answer = await connection.ask(path, { charge: (bytes) => (left -= bytes) >= 0 });
    const value = answer.ok ? read(answer.value) : undefined;
    if (value !== undefined) return value;
    this.#failed.set(path, clock.now());
    if (!this.#logged.has(path)) {
      this.#logged.add(path);
      const reason = answer.ok ? 'the response contains no schemas' : answer.error.message;
      log(`Can't read the schemas of the cluster at ${path}: ${reason}`);
    }
    return undefined;
  }
}
