/**
 * Whether the folders of one must-gather are of several clusters: two that lie beside each other would be summed up.
 * Told by what is made once in a cluster and stays: its ClusterVersion (openshift/api config/v1: spec.clusterID) and
 * the pools master and worker, by their uids.
 */
import { getString } from '#core/common/json.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';

const lasting: Readonly<Partial<Record<WatchedKindId, ReadonlySet<string>>>> = {
  clusterVersions: new Set(['version']),
  machineConfigPools: new Set(['master', 'worker']),
};
/** More folders than anybody collects: of others it is not asked. */
const most = 500;

/** Data of an object that identifies its cluster. */
export interface ClusterIdentityObject {
  /** `clusterVersions/version` */
  readonly key: string;
  readonly uid: string;
}

export class SeveralClusters {
  /** What each folder says of its cluster: `clusterVersions/version` -> an id. */
  readonly #folders = new Map<string, Map<string, string>>();
  #differ = false;

  /** Whether two folders are known to be of different clusters. */
  get differ(): boolean {
    return this.#differ;
  }

  /** Whether objects of this kind say it. */
  static isTold(id: WatchedKindId): boolean {
    return lasting[id] !== undefined;
  }

  /** Returns the data of an object that identifies its cluster. */
  static identityOf(id: WatchedKindId, raw: unknown): ClusterIdentityObject | undefined {
    const [name = '', uid] = [
      getString(raw, 'metadata', 'name'),
      getString(raw, 'spec', 'clusterID') ?? getString(raw, 'metadata', 'uid'),
    ];
    return uid === undefined || lasting[id]?.has(name) !== true ? undefined : { key: `${id}/${name}`, uid };
  }

  /** @param path of the file with the object */
  note(path: string, { key, uid }: ClusterIdentityObject): void {
    const folder = folderOf(path);
    if (folder === undefined) return;
    if (!this.#folders.has(folder) && this.#folders.size >= most) return;
    const told = this.#folders.get(folder) ?? new Map<string, string>();
    this.#folders.set(folder, told);
    if (!told.has(key)) told.set(key, uid);
    this.#differ ||= [...this.#folders.values()].some((other) => isOther(told, other));
  }

  /** The folders that are to be read apart, in order; empty: all may be of one cluster. */
  folders(): readonly string[] {
    if (!this.#differ) return [];
    const all = [...this.#folders];
    const apart = all.map(([folder, told]) => {
      const others = all.filter(([, other]) => isOther(told, other)).map(([name]) => name);
      return others.length === 0 ? undefined : shortest(folder, others);
    });
    return [...new Set(apart.filter((name) => name !== undefined))].toSorted();
  }
}

function isOther(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return Array.from(one).some(([key, uid]) => (other.get(key) ?? uid) !== uid);
}

/** The folder above what every gatherer makes. */
function folderOf(path: string): string | undefined {
  const found = /(?:^|\/)(?:cluster-scoped-resources|sandboxed-containers)\//.exec(path);
  return found === null ? undefined : path.slice(0, found.index);
}

/** As much of a path as tells it from the others; what lies above another is named as it is. */
function shortest(folder: string, others: readonly string[]): string {
  const parts = folder.split('/');
  const holds = (start: string): boolean => others.some((other) => other === start || other.startsWith(`${start}/`));
  for (let count = 1; count < parts.length; count += 1) {
    const start = parts.slice(0, count).join('/');
    if (!holds(start)) return start;
  }
  return folder === '' ? '.' : folder;
}
