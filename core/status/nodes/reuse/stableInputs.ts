/**
 * Defines the stable inputs of the states of nodes: the objects that are the same for all nodes, such as the pools.
 * They stay the same when one of thousands of nodes changes. The tracked forms of a snapshot and of a context note when
 * code reads anything else: the time, the other nodes, the age of the data, or the history of other objects.
 */
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { snapshotParts, type Snapshot, type SnapshotPart } from '#core/cluster/snapshot.ts';
import type { WatchedItems } from '#core/cluster/syncState.ts';
import { getDaemonSetMode, type DaemonSetMode } from '../../daemonSetMode/daemonSetMode.ts';
import { indexSnapshot, type SnapshotIndex } from '../../snapshotIndex.ts';
import { hasOldNodes, type NodeContext } from '../nodeContext.ts';

/** Everything that the states of all nodes depend on, except for the nodes, their history, and the time. */
interface SharedInputs {
  readonly parts: readonly unknown[];
  readonly mode: DaemonSetMode | undefined;
  readonly hasOldNodes: boolean;
}

/** A snapshot and its index that note reads of data that can change although the shared inputs are the same. */
export interface TrackedSnapshot {
  readonly shared: SharedInputs;
  /** Identities of the nodes and of the ages of the data, which don't keep the snapshot in memory. */
  readonly versions: { readonly nodes: object; readonly ages: object };
  readonly snapshot: Snapshot;
  readonly index: SnapshotIndex;
  /** The data that was read since the last call of `reset`. */
  readonly reads: Readonly<UnstableReads>;
  reset(): void;
  note(read: keyof UnstableReads): void;
}

/** Each is true if a state depends on it: other nodes, ages of the data, the time, and the history of other objects. */
interface UnstableReads {
  nodes: boolean;
  ages: boolean;
  time: boolean;
  history: boolean;
}

const trackedSnapshots = new WeakMap<Snapshot, TrackedSnapshot>();

/** The last shared inputs of each cluster, by its KataConfigs. Snapshots with the same values share one object. */
const lastInputs = new WeakMap<object, SharedInputs>();

/** Returns the tracked form of a snapshot. Its `shared` is the same object if all shared inputs are the same. */
export function trackSnapshot(snapshot: Snapshot): TrackedSnapshot {
  const known = trackedSnapshots.get(snapshot);
  if (known !== undefined) return known;
  const tracked = createTracked(snapshot, sharedInputsOf(snapshot));
  trackedSnapshots.set(snapshot, tracked);
  return tracked;
}

function sharedInputsOf(snapshot: Snapshot): SharedInputs {
  const { kataConfigs } = snapshot;
  const inputs: SharedInputs = {
    parts: snapshotParts.flatMap((part) => {
      const { items, state, asOf } = snapshot[part];
      return [state, part === 'nodes' ? undefined : items, asOf === undefined];
    }),
    mode: getDaemonSetMode(snapshot),
    hasOldNodes: hasOldNodes(snapshot),
  };
  const last = lastInputs.get(kataConfigs.items);
  if (last !== undefined && isSame(last, inputs)) return last;
  lastInputs.set(kataConfigs.items, inputs);
  return inputs;
}

function isSame(one: SharedInputs, other: SharedInputs): boolean {
  return (
    one.hasOldNodes === other.hasOldNodes &&
    one.mode?.form === other.mode?.form &&
    one.mode?.isUninstalling === other.mode?.isUninstalling &&
    one.mode?.hasInstaller === other.mode?.hasInstaller &&
    one.parts.every((part, index) => part === other.parts[index])
  );
}

/** Identities of the nodes and of everything else that an index contains. */
const indexVersions = new WeakMap<SnapshotIndex, object>();

function versionOf(index: SnapshotIndex): object {
  const version = indexVersions.get(index) ?? {};
  indexVersions.set(index, version);
  return version;
}

function createTracked(snapshot: Snapshot, shared: SharedInputs): TrackedSnapshot {
  const reads: UnstableReads = { nodes: false, ages: false, time: false, history: false };
  const note = (read: keyof UnstableReads): void => {
    reads[read] = true;
  };
  const index = indexSnapshot(snapshot);
  return {
    shared,
    versions: { nodes: versionOf(index), ages: {} },
    snapshot: trackParts(snapshot, note),
    index: trackIndex(index, () => note('nodes')),
    reads,
    reset: () => {
      reads.nodes = false;
      reads.ages = false;
      reads.time = false;
      reads.history = false;
    },
    note,
  };
}

/** Returns the snapshot. Notes when the age of a part, or the nodes, are read. */
function trackParts(snapshot: Snapshot, note: TrackedSnapshot['note']): Snapshot {
  const trackAge = <T>({ state, items, asOf }: WatchedItems<T>): WatchedItems<T> =>
    // Whether a part was read at all is a shared input, but its time isn't.
    asOf === undefined
      ? { state, items }
      : {
          state,
          items,
          get asOf() {
            note('ages');
            return asOf;
          },
        };
  const parts = snapshotParts.map((part): readonly [SnapshotPart, WatchedItems<unknown>] => [
    part,
    trackAge<unknown>(snapshot[part]),
  ]);
  const nodes = trackAge(snapshot.nodes);
  // TypeScript can't infer that each part keeps its type.
  const tracked = Object.fromEntries(parts) as unknown as Snapshot;
  return Object.defineProperty(tracked, 'nodes', {
    get: () => {
      note('nodes');
      return nodes;
    },
  });
}

/** Returns the index. Notes when the data of other nodes is read. */
function trackIndex(index: SnapshotIndex, note: () => void): SnapshotIndex {
  const { kataConfig, converged, pools, lists } = index;
  return {
    ...(kataConfig === undefined ? {} : { kataConfig }),
    converged,
    pools,
    lists,
    get nodes() {
      note();
      return index.nodes;
    },
    get customPools() {
      note();
      return index.customPools;
    },
    get members() {
      note();
      return index.members;
    },
    get away() {
      note();
      return index.away;
    },
    get nodeFacts() {
      note();
      return index.nodeFacts;
    },
  };
}

/**
 * The context of a node. Notes when the time, or the history of other objects, is read. A copy of its fields doesn't.
 */
export class TrackedContext implements NodeContext {
  readonly #plain: NodeContext;
  readonly #tracked: TrackedSnapshot;
  readonly snapshot: Snapshot;
  readonly index: SnapshotIndex;
  /** The changes of this node. The history of other objects isn't a stable input. */
  readonly history: ClusterHistory;
  readonly node: ClusterNode;
  readonly enabled: boolean;
  readonly poolName: string;
  readonly pool: NodeContext['pool'];
  readonly listed: NodeContext['listed'];
  readonly derived: NodeContext['derived'];
  readonly daemonSet: NodeContext['daemonSet'];
  readonly customPools: readonly string[];
  readonly hasOldNodes: boolean;

  constructor(plain: NodeContext, tracked: TrackedSnapshot, own: readonly Transition[]) {
    this.#plain = plain;
    this.#tracked = tracked;
    this.snapshot = tracked.snapshot;
    this.index = tracked.index;
    this.history = { transitions: own, forgotten: 0 };
    this.node = plain.node;
    this.enabled = plain.enabled;
    this.poolName = plain.poolName;
    this.customPools = plain.customPools;
    this.hasOldNodes = plain.hasOldNodes;
    this.pool = plain.pool;
    this.listed = plain.listed;
    this.derived = plain.derived;
    this.daemonSet = plain.daemonSet;
  }

  get now(): number {
    this.#tracked.note('time');
    return this.#plain.now;
  }

  get wholeHistory(): ClusterHistory {
    this.#tracked.note('history');
    return this.#plain.wholeHistory;
  }
}
