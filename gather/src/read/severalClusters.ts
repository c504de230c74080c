/**
 * Determines whether the folders of one must-gather come from several clusters, because data from two clusters must not
 * be combined. Compares identities that are unique and permanent in a cluster: its ClusterVersion (openshift/api
 * config/v1: spec.clusterID) and the UIDs of the master and worker pools.
 */
import { getString } from '#core/common/json.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';

const lasting: Readonly<Partial<Record<WatchedKindId, ReadonlySet<string>>>> = {
  clusterVersions: new Set(['version']),
  machineConfigPools: new Set(['master', 'worker']),
};
/** Maximum number of folders to compare. Further folders are ignored. */
const most = 500;

/** Data of an object that identifies its cluster. */
export interface ClusterIdentityObject {
  /** Key such as `clusterVersions/version`. */
  readonly key: string;
  readonly uid: string;
}

export class SeveralClusters {
  /** Identities of the cluster in each folder, such as `clusterVersions/version` -> an ID. */
  readonly #folders = new Map<string, Map<string, string>>();
  #differ = false;

  /** True if two folders are known to come from different clusters. */
  get differ(): boolean {
    return this.#differ;
  }

  /** Returns whether objects of this kind identify a cluster. */
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

  /**
   * Records the identity of an object.
   * @param path of the file with the object
   */
  note(path: string, { key, uid }: ClusterIdentityObject): void {
    const folder = folderOf(path);
    if (folder === undefined) return;
    if (!this.#folders.has(folder) && this.#folders.size >= most) return;
    const told = this.#folders.get(folder) ?? new Map<string, string>();
    this.#folders.set(folder, told);
    if (!told.has(key)) told.set(key, uid);
    this.#differ ||= [...this.#folders.values()].some((other) => isOther(told, other));
  }

  /** Returns the folders to read separately, sorted. Empty if all might come from one cluster. */
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

/** Returns the folder that contains the standard layout of a must-gather. */
function folderOf(path: string): string | undefined {
  const found = /(?:^|\/)(?:cluster-scoped-resources|sandboxed-containers)\//.exec(path);
  return found === null ? undefined : path.slice(0, found.index);
}

/**
 * Returns the shortest start of a path that distinguishes it from the others. If a path contains another one, returns
 * the whole path.
 */
function shortest(folder: string, others: readonly string[]): string {
  const parts = folder.split('/');
  const holds = (start: string): boolean => others.some((other) => other === start || other.startsWith(`${start}/`));
  for (let count = 1; count < parts.length; count += 1) {
    const start = parts.slice(0, count).join('/');
    if (!holds(start)) return start;
  }
  return folder === '' ? '.' : folder;
}
