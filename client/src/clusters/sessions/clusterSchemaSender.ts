/**
 * Sends the schemas of the custom resources in open files to the language server, as the cluster that files are checked
 * against published them. Reads them only if an open file contains such an object. Doesn't use VS Code.
 */
import { omitUndefined } from '#core/common/json.ts';
import type { CustomKinds } from '#core/kinds/custom/customKinds.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { SchemaDocument, SchemaReader } from '#client/kubernetes/openApi/schemaReader.ts';
import {
  maxClusterKinds,
  maxClusterSchemas,
  type ClusterKindSchema,
  type ClusterSchemasParams,
} from '#server/protocol/clusterSchemas.ts';

/** The cluster that files are checked against. */
interface SchemaSource {
  readonly context: string;
  /** True if the cluster has accepted a request, so that the index can be read. */
  readonly isReachable: boolean;
  /** True if the user sees a manifest, so that the schemas can be read again after some time. */
  readonly isVisible: boolean;
  /** Returns the reader of the cluster. The same object means the same connection. */
  readonly reader: () => Promise<Pick<SchemaReader, 'read'>>;
}

interface SchemaSenderOptions {
  readonly clock: Clock;
  /** Returns the kinds in the open files. */
  readonly kinds: () => CustomKinds;
  /** Returns the selected cluster, or undefined if no cluster is open. */
  readonly chosen: () => SchemaSource | undefined;
  readonly send: (params: ClusterSchemasParams) => void;
  readonly log: (message: string) => void;
}

/** Minimum time between two updates, and between two reads of the same kinds, in milliseconds. */
const pause = 1000;
const readAgainAfter = 60_000;

/** Sends the schemas of the selected cluster. */
export class ClusterSchemaSender {
  readonly #options: SchemaSenderOptions;
  #waiting: (() => void) | undefined;
  #isAgain = false;
  /** The cluster and kinds of the last read, and its time in milliseconds since 1970. */
  #last: { readonly key: string; readonly at: number } | undefined;
  #sent = '';

  constructor(options: SchemaSenderOptions) {
    this.#options = options;
  }

  /** Sends the schemas if the cluster or the kinds changed, at most once per `pause`. */
  update(): void {
    if (this.#waiting !== undefined) {
      this.#isAgain = true;
      return;
    }
    const { clock, log } = this.#options;
    this.#waiting = clock.after(pause, () => this.#next());
    this.#send().catch((error: unknown) => log(`Can't send the schemas of the cluster: ${String(error)}`));
  }

  dispose(): void {
    this.#waiting?.();
    this.#waiting = () => undefined;
  }

  #next(): void {
    this.#waiting = undefined;
    if (!this.#isAgain) return;
    this.#isAgain = false;
    this.update();
  }

  async #send(): Promise<void> {
    const { chosen, kinds: findKinds, clock } = this.#options;
    const source = chosen();
    const kinds = findKinds();
    if (source === undefined || kinds.groupVersions.size === 0) {
      this.#last = undefined;
      this.#sendIfChanged({});
      return;
    }
    const { context, isReachable, isVisible } = source;
    const key = JSON.stringify([context, isReachable, [...kinds.groupVersions].sort(), [...kinds.kinds].sort()]);
    const now = clock.now();
    if (this.#last?.key === key && now - this.#last.at < readAgainAfter) return;
    this.#last = { key, at: now };
    const documents = await (await source.reader()).read(kinds.groupVersions, isReachable, isVisible);
    // The user selected another cluster or opened other files in the meantime.
    if (this.#last?.key !== key) return;
    const sent = listSchemas(documents, kinds.kinds);
    this.#sendIfChanged(sent.length === 0 ? {} : { cluster: context, kinds: sent });
  }

  #sendIfChanged(params: ClusterSchemasParams): void {
    const text = JSON.stringify(omitUndefined({ ...params }));
    if (text === (this.#sent === '' ? '{}' : this.#sent)) return;
    this.#sent = text;
    this.#options.send(params);
  }
}

/** Returns the schemas of the kinds in open files, up to the size of a message. */
function listSchemas(documents: readonly SchemaDocument[], needed: ReadonlySet<string>): readonly ClusterKindSchema[] {
  let left = maxClusterSchemas;
  return documents
    .flatMap(({ groupVersion, at, kinds }) => {
      const [group = '', version = ''] = groupVersion.split('/');
      const asOf = new Date(at).toISOString();
      return kinds
        .filter(({ kind }) => needed.has(kind))
        .map((one): ClusterKindSchema => ({ ...one, group, version, asOf }));
    })
    .filter((one) => (left -= JSON.stringify(one.schema).length) >= 0)
    .slice(0, maxClusterKinds);
}
