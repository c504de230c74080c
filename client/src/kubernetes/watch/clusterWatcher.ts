/** One cluster as it is now: follows the kinds that somebody looks at, and tells of new values. */
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

/** Milliseconds in which changes are collected before they are told. */
const together = 100;

export interface LiveClusterOptions {
  /** Stays open when the cluster is closed: it is of whoever made it. */
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Told of faults of this program; nothing of a cluster. */
  readonly log: (message: string) => void;
}

/** Told once for all that happened in the last tenth of a second. */
export type SnapshotListener = (snapshot: Snapshot, changed: ReadonlySet<SnapshotPart>) => void;

/** Of any kind: the compiler does not follow an id from the table of kinds to the type of its items. */
type Item = ItemOf<WatchedKindId>;

/** A part of the snapshot that is followed, without its type. */
interface Following {
  followers: number;
  readonly reflector: Pick<
    Reflector<never>,
    'run' | 'stop' | 'pause' | 'resume' | 'retryNow' | 'isFollowing' | 'doubt' | 'trust'
  >;
  /** Applies what has come since the last time. */
  readonly apply: (snapshot: Snapshot) => Snapshot;
}

export class ClusterWatcher {
  readonly #options: LiveClusterOptions;
  readonly #following = new Map<SnapshotPart, Following>();
  readonly #listeners = new Set<SnapshotListener>();
  /** Kinds of which something has come, and whether it is worth telling. */
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
    });
  }

  /** As of the last time that listeners were told, or later. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * The kinds are kept up to date until everybody who asked for them has let go of them; what nobody follows is
   * forgotten.
   * @returns lets go
   */
  follow(ids: readonly SnapshotPart[] = snapshotParts): () => void {
    if (this.#isClosed) return () => undefined;
    const own = new Set(ids);
    for (const id of own) this.#follow(id);
    return () => {
      for (const id of own) this.#release(id);
      own.clear();
    };
  }

  /** @returns takes it back */
  onChange(listener: SnapshotListener): () => void {
    // Of its own, so that the same function may be registered twice.
    const own: SnapshotListener = (snapshot, changed) => listener(snapshot, changed);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Nobody looks: nothing is asked of the cluster until `resume`. */
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

  /** Sets whether the view is visible. Only then do small requests check whether an idle server still responds. */
  lookedAt(isLookedAt: boolean): void {
    this.#isLookedAt = isLookedAt;
    if (isLookedAt && !this.#isPaused && !this.#isClosed) this.#heartbeat.start();
    else this.#heartbeat.stop();
  }

  /** Tries at once what waits to be tried again: the user asks for it. Login programs may run again. */
  retryNow(): void {
    this.#options.connection.allowRenewal?.();
    for (const { reflector } of this.#following.values()) reflector.retryNow();
  }

  /** Looks now for the kinds that the cluster did not have: whoever installs something waits for them. */
  lookAgain(): void {
    for (const [id, { reflector }] of this.#following)
      if (this.#snapshot[id].state.kind === 'absent') reflector.retryNow();
  }

  /** Ends everything: no request, no timer and no word to a listener is left. */
  close(): void {
    this.#isClosed = true;
    this.#heartbeat.stop();
    for (const { reflector } of this.#following.values()) reflector.stop();
    this.#following.clear();
    this.#listeners.clear();
    this.#changed.clear();
    this.#cancelFlush?.();
  }

  get #reflectors(): readonly Following['reflector'][] {
    return [...this.#following.values()].map(({ reflector }) => reflector);
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
      // That nothing has changed is known to who asks, and wakes nobody.
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
    const { connection, clock, chance, log } = this.#options;
    const pending = new ChangeBuffer<FailedSandbox>();
    const sink = (change: WatchChange<FailedSandbox>): void => {
      pending.add(change);
      this.#schedule('failedSandboxes', change.kind !== 'confirmed');
    };
    return {
      followers: 1,
      reflector: new FailedSandboxFollower({ connection, clock, chance, sink, log, jointRetry: this.#jointRetry }),
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
    const news = new Set(changed.flatMap(([id, isNews]) => (isNews ? [id] : [])));
    if (news.size === 0) return;
    // Whoever comes meanwhile knows it already.
    for (const listener of Array.from(this.#listeners)) this.#inform(listener, news);
  }

  #inform(listener: SnapshotListener, changed: ReadonlySet<SnapshotPart>): void {
    if (!this.#listeners.has(listener)) return;
    try {
      listener(this.#snapshot, changed);
    } catch (error) {
      this.#options.log(
        `a listener to a cluster failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}
