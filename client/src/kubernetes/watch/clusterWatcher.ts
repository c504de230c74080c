/**
 * Maintains the current snapshot of a cluster. Watches the kinds that have followers and notifies listeners of changes.
 */
import { omitUndefined } from '#core/common/json.ts';
import { isKindNeeded, isOptionalKind } from '#core/cluster/optionalKinds.ts';
import { watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import {
  updateSnapshot,
  emptySnapshot,
  snapshotParts,
  type Snapshot,
  type SnapshotPart,
} from '#core/cluster/snapshot.ts';
import { noWatchedItems, type WatchChange } from '#core/cluster/syncState.ts';
import type { Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import { ChangeBuffer } from './changeBuffer.ts';
import { FailedSandboxFollower } from './failedSandboxFollower.ts';
import { Heartbeat } from './heartbeat.ts';
import { JointRetry } from './sharedRetry.ts';
import { Reflector } from './reflector.ts';

/** Time during which changes are collected before listeners are notified, in milliseconds. */
const together = 100;

export interface LiveClusterOptions {
  /** Owned by the caller. Stays open when the watcher is closed. */
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Receives errors of the extension, never errors of a cluster. */
  readonly log: (message: string) => void;
  /** If specified, pods without a sandbox are followed only in this namespace. By default, in all namespaces. */
  readonly sandboxNamespace?: string;
}

/** Called at most once every 100 ms, with all changes in that time. */
export type SnapshotListener = (snapshot: Snapshot, changed: ReadonlySet<SnapshotPart>) => void;

/** An object of any kind. TypeScript can't derive the item type from a kind ID at run time. */
type Item = ItemOf<WatchedKindId>;

/** A watched part of the snapshot, without its item type. */
interface Following {
  followers: number;
  readonly reflector: Pick<
    Reflector<never>,
    'run' | 'stop' | 'pause' | 'resume' | 'retryNow' | 'isFollowing' | 'doubt' | 'trust' | 'reopen'
  >;
  /** Applies the pending changes. */
  readonly apply: (snapshot: Snapshot) => Snapshot;
}

export class ClusterWatcher {
  readonly #options: LiveClusterOptions;
  readonly #following = new Map<SnapshotPart, Following>();
  /** Number of followers of optional kinds. They're followed only while the cluster needs them. */
  readonly #optional = new Map<SnapshotPart, number>();
  readonly #listeners = new Set<SnapshotListener>();
  /** Parts with pending changes, and whether listeners must be notified. */
  readonly #changed = new Map<SnapshotPart, boolean>();
  #snapshot: Snapshot = emptySnapshot;
  #cancelFlush: (() => void) | undefined;
  readonly #heartbeat: Heartbeat;
  readonly #jointRetry = new JointRetry();
  #isLookedAt = false;
  #isPaused = false;
  #isClosed = false;

  constructor(options: LiveClusterOptions) {
    this.#options = options;
    const { connection, clock } = options;
    this.#heartbeat = new Heartbeat({
      connection,
      clock,
      isNeeded: () => this.#reflectors.some(({ isFollowing }) => isFollowing),
      onLost: (trouble, next) => this.#reflectors.forEach((reflector) => reflector.doubt(trouble, next)),
      onBack: () => this.#reflectors.forEach((reflector) => reflector.trust()),
      onRefused: () => this.#reflectors.forEach((reflector) => reflector.reopen()),
    });
  }

  /** Snapshot that listeners last received, or a newer one. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * Keeps the kinds up to date until every follower has released them. Kinds without followers are removed from the
   * snapshot.
   * @returns a function that releases the kinds
   */
  follow(ids: readonly SnapshotPart[] = snapshotParts): () => void {
    if (this.#isClosed) return () => undefined;
    const own = new Set(ids);
    for (const id of own) this.#add(id);
    return () => {
      for (const id of own) this.#remove(id);
      own.clear();
    };
  }

  /**
   * Registers a listener.
   * @returns a function that removes the listener
   */
  onChange(listener: SnapshotListener): () => void {
    // A new function, so that the same listener can be registered twice.
    const own: SnapshotListener = (snapshot, changed) => listener(snapshot, changed);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Stops all requests until `resume` is called, because no view shows the cluster. */
  pause(): void {
    this.#isPaused = true;
    this.#heartbeat.stop();
    for (const { reflector } of this.#following.values()) reflector.pause();
  }

  resume(): void {
    this.#isPaused = false;
    for (const { reflector } of this.#following.values()) reflector.resume();
    if (this.#isLookedAt && !this.#isClosed) this.#heartbeat.start();
  }

  /** Sets whether the view is visible. While it is, small requests check whether an idle server still responds. */
  lookedAt(isLookedAt: boolean): void {
    this.#isLookedAt = isLookedAt;
    if (isLookedAt && !this.#isPaused && !this.#isClosed) this.#heartbeat.start();
    else this.#heartbeat.stop();
  }

  /** Retries all waiting requests immediately, at the user's request. Credential plugins can run again. */
  retryNow(): void {
    this.#options.connection.allowRenewal?.();
    for (const { reflector } of this.#following.values()) reflector.retryNow();
  }

  /** Checks immediately whether missing kinds exist now. Called while something is being installed. */
  lookAgain(): void {
    for (const [id, { reflector }] of this.#following)
      if (this.#snapshot[id].state.kind === 'absent') reflector.retryNow();
  }

  /** Stops all requests and timers permanently. Listeners are no longer called. */
  close(): void {
    this.#isClosed = true;
    this.#heartbeat.stop();
    for (const { reflector } of this.#following.values()) reflector.stop();
    this.#following.clear();
    this.#optional.clear();
    this.#listeners.clear();
    this.#changed.clear();
    this.#cancelFlush?.();
  }

  get #reflectors(): readonly Following['reflector'][] {
    return [...this.#following.values()].map(({ reflector }) => reflector);
  }

  #add(id: SnapshotPart): void {
    if (!isOptionalKind(id)) {
      this.#follow(id);
      return;
    }
    this.#optional.set(id, (this.#optional.get(id) ?? 0) + 1);
    this.#updateOptional();
  }

  #remove(id: SnapshotPart): void {
    if (!isOptionalKind(id)) {
      this.#release(id);
      return;
    }
    this.#optional.set(id, Math.max(0, (this.#optional.get(id) ?? 0) - 1));
    this.#updateOptional();
  }

  /** Follows the optional kinds that the cluster needs now, and releases the others. */
  #updateOptional(): void {
    for (const [id, followers] of this.#optional) {
      const isNeeded = followers > 0 && isKindNeeded(id, this.#snapshot);
      if (isNeeded === this.#following.has(id)) continue;
      if (isNeeded) this.#follow(id);
      else this.#release(id);
    }
  }

  #follow(id: SnapshotPart): void {
    const present = this.#following.get(id);
    if (present !== undefined) {
      present.followers += 1;
      return;
    }
    const following = id === 'failedSandboxes' ? this.#beginSandboxes() : this.#begin(id);
    this.#following.set(id, following);
    if (this.#isPaused) following.reflector.pause();
    void following.reflector.run();
  }

  #release(id: SnapshotPart): void {
    const following = this.#following.get(id);
    if (following === undefined) return;
    following.followers -= 1;
    if (following.followers > 0) return;
    following.reflector.stop();
    this.#following.delete(id);
    this.#snapshot = { ...this.#snapshot, [id]: noWatchedItems };
    this.#schedule(id, true);
  }

  #begin(id: WatchedKindId): Following {
    const { connection, clock, chance, log } = this.#options;
    const pending = new ChangeBuffer<Item>();
    const sink = (change: WatchChange<Item>): void => {
      if (change.kind !== 'state' || change.state.kind === 'live') this.#heartbeat.heard();
      pending.add(change);
      // Confirmations without changes update the snapshot, but don't notify listeners.
      this.#schedule(id, change.kind !== 'confirmed');
    };
    const kind: WatchedKind<Item> = watchedKinds[id];
    return {
      followers: 1,
      reflector: new Reflector<Item>({ kind, connection, clock, chance, sink, log, jointRetry: this.#jointRetry }),
      apply: (snapshot) => pending.take().reduce((before, change) => updateSnapshot(before, id, change), snapshot),
    };
  }

  #beginSandboxes(): Following {
    const { connection, clock, chance, log, sandboxNamespace: namespace } = this.#options;
    const pending = new ChangeBuffer<FailedSandbox>();
    const sink = (change: WatchChange<FailedSandbox>): void => {
      pending.add(change);
      this.#schedule('failedSandboxes', change.kind !== 'confirmed');
    };
    return {
      followers: 1,
      reflector: new FailedSandboxFollower({
        connection,
        clock,
        chance,
        sink,
        log,
        jointRetry: this.#jointRetry,
        ...omitUndefined({ namespace }),
      }),
      apply: (snapshot) =>
        pending.take().reduce((before, change) => updateSnapshot(before, 'failedSandboxes', change), snapshot),
    };
  }

  #schedule(id: SnapshotPart, isNews: boolean): void {
    if (this.#isClosed) return;
    this.#changed.set(id, isNews || this.#changed.get(id) === true);
    this.#cancelFlush ??= this.#options.clock.after(together, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = undefined;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const [id] of changed) this.#snapshot = this.#following.get(id)?.apply(this.#snapshot) ?? this.#snapshot;
    this.#updateOptional();
    const news = new Set(changed.flatMap(([id, isNews]) => (isNews ? [id] : [])));
    if (news.size === 0) return;
    // A listener that is added during the loop already has this snapshot.
    for (const listener of Array.from(this.#listeners)) this.#inform(listener, news);
  }

  #inform(listener: SnapshotListener, changed: ReadonlySet<SnapshotPart>): void {
    if (!this.#listeners.has(listener)) return;
    try {
      listener(this.#snapshot, changed);
    } catch (error) {
      this.#options.log(
        `A cluster listener failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}
