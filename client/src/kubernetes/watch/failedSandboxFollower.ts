/**
 * Follows the pods whose sandbox can't be created. Events with the reason FailedCreatePodSandBox name them, and a watch
 * of the pods without a node returns those that can't be scheduled. The follower reads each named pod once, and watches
 * the pods of a node while one of them has no sandbox. A cluster without failures therefore requires two watches and no
 * polling. An expired Event doesn't change the state of its pod. A pod is removed from the list when it has a sandbox,
 * has finished, or is deleted.
 */
import {
  failedSandboxOf,
  podsOfNode,
  readSandboxPod,
  sandboxEvents,
  type FailedSandbox,
  type SandboxEvent,
  type SandboxPod,
} from '#core/cluster/objects/failedSandbox.ts';
import { omitUndefined } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import {
  applyChange,
  noWatchedItems,
  type WatchChange,
  type WatchedItems,
  type WatchItemChange,
  type SyncState,
  type SyncError,
} from '#core/cluster/syncState.ts';
import type { Connection } from '../connection.ts';
import type { Chance, Clock } from '../clock.ts';
import type { JointRetry } from './sharedRetry.ts';
import { PodLookups } from './podLookups.ts';
import { Reflector } from './reflector.ts';
import { UnscheduledPods } from './unscheduledPods.ts';

/** Maximum number of pods whose Events are stored. */
const mostRecords = 2000;
/** Maximum number of stored UIDs of pods that don't have to be read again. */
const mostSettled = 5000;
/** Maximum number of nodes whose pods are watched. Each node requires a connection. */
const mostNodes = 20;
/** Maximum number of stored Events per pod. The kubelet writes one for each message. */
const mostEventsOfPod = 10;
/** Time during which changes are collected before they are reported, in milliseconds. */
const together = 50;

export interface FailedSandboxFollowerOptions {
  readonly connection: Pick<Connection, 'ask' | 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly sink: (change: WatchChange<FailedSandbox>) => void;
  /** Receives errors of the extension, never errors of a cluster. */
  readonly log: (message: string) => void;
  /** Shared by all watches of a cluster. */
  readonly jointRetry: JointRetry;
  /** Only the pods in this namespace. By default, in all namespaces. */
  readonly namespace?: string;
}

const syncing: SyncState = { kind: 'syncing' };

interface FollowedNode {
  readonly reflector: Reflector<SandboxPod>;
  held: WatchedItems<SandboxPod>;
}

/**
 * Follower for failed sandboxes. Has the same methods as a `Reflector`, so that a cluster can treat both the same way.
 */
export class FailedSandboxFollower {
  readonly #options: FailedSandboxFollowerOptions;
  readonly #events: Reflector<SandboxEvent>;
  readonly #unscheduled: UnscheduledPods;
  readonly #lookups: PodLookups;
  /** Events by the UID of their pod, then by their own UID. */
  readonly #records = new Map<string, Map<string, SandboxEvent>>();
  /** Pods without a sandbox that were read, by UID. Pods of followed nodes are in `#nodes`. */
  readonly #read = new Map<string, SandboxPod>();
  /** UIDs of pods that are deleted or have no runtime class. Neither can change later. */
  readonly #settled = new Set<string>();
  readonly #nodes = new Map<string, FollowedNode>();
  #published: ReadonlyMap<string, FailedSandbox> = new Map();
  #state: SyncState = { kind: 'idle' };
  /** Pods that the user doesn't have permission to read, by UID. */
  readonly #refused = new Map<string, SyncState>();
  #said: SyncState | undefined;
  #hasPublished = false;
  /** Time at which the cluster last confirmed the Events, in milliseconds since 1970. */
  #asOf: number | undefined;
  /** True if the pods in the first list of Events have been read. Until then, the state is unknown. */
  #isReady = false;
  #isPaused = false;
  #isStopped = false;
  #cancelPublish: (() => void) | undefined;

  constructor(options: FailedSandboxFollowerOptions) {
    this.#options = options;
    const { connection, clock, chance, log, jointRetry, namespace } = options;
    this.#events = new Reflector<SandboxEvent>({
      kind: { ...sandboxEvents, ...omitUndefined({ namespace }) },
      connection,
      clock,
      chance,
      log,
      jointRetry,
      sink: (change) => this.#takeEvents(change),
    });
    this.#unscheduled = new UnscheduledPods(options, () => this.#schedule());
    this.#lookups = new PodLookups({
      clock,
      look: (event) => this.#look(event),
      onRest: () => {
        this.#isReady ||= this.#asOf !== undefined;
        this.#schedule();
      },
    });
  }

  /** Starts watching. Resolves when it is stopped. Never rejects. */
  async run(): Promise<void> {
    await Promise.all([this.#events.run(), this.#unscheduled.reflector.run(), this.#lookups.run()]);
  }

  /** Stops permanently. No changes are reported afterward. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelPublish?.();
    this.#events.stop();
    this.#unscheduled.reflector.stop();
    this.#lookups.stop();
    for (const { reflector } of this.#nodes.values()) reflector.stop();
    this.#nodes.clear();
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    this.#isPaused = true;
    this.#lookups.pause();
    this.#events.pause();
    this.#unscheduled.reflector.pause();
    for (const { reflector } of this.#nodes.values()) reflector.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#events.resume();
    this.#unscheduled.reflector.resume();
    for (const { reflector } of this.#nodes.values()) reflector.resume();
    this.#lookups.resume();
  }

  /** Retries waiting requests immediately. */
  retryNow(): void {
    this.#events.retryNow();
    this.#unscheduled.reflector.retryNow();
    for (const { reflector } of this.#nodes.values()) reflector.retryNow();
    this.#lookups.retryNow();
  }

  /** See `Reflector.isFollowing`. Applies to the watch for Events, which name the pods. */
  get isFollowing(): boolean {
    return this.#events.isFollowing;
  }

  /** See `Reflector.doubt`. */
  doubt(trouble: SyncError, next: number): void {
    this.#events.doubt(trouble, next);
  }

  /** See `Reflector.reopen`. */
  reopen(): void {
    this.#events.reopen();
  }

  /** See `Reflector.trust`. */
  trust(): void {
    this.#events.trust();
    for (const { reflector } of this.#nodes.values()) reflector.retryNow();
  }

  #takeEvents(change: WatchChange<SandboxEvent>): void {
    switch (change.kind) {
      case 'state':
        this.#state = change.state;
        if (change.state.kind === 'live') this.#lookups.retryNow();
        break;
      case 'replace':
        this.#state = { kind: 'live' };
        this.#asOf = change.asOf;
        for (const event of change.items.values()) this.#note(event);
        this.#lookups.wake();
        break;
      case 'items':
        this.#asOf = change.asOf;
        for (const one of change.changes) if (one.kind === 'put') this.#note(one.item);
        this.#lookups.wake();
        break;
      default:
        this.#asOf = change.asOf;
        if (this.#isReady) this.#tell(change);
        return;
    }
    this.#schedule();
  }

  #note(event: SandboxEvent): void {
    const { uid } = event.pod;
    if (this.#settled.has(uid)) return;
    const events = this.#records.get(uid) ?? new Map<string, SandboxEvent>();
    events.set(event.uid, event);
    if (events.size > mostEventsOfPod) forgetFirst(events);
    this.#records.set(uid, events);
    if (this.#records.size > mostRecords) this.#forgetOldest();
    if (!this.#isFollowed(event)) this.#lookups.add(event);
  }

  #forgetOldest(): void {
    const [uid] = this.#records.keys();
    if (uid === undefined) return;
    this.#forget(uid);
  }

  /** Returns whether the watch for the pod's node includes the pod or will include it. */
  #isFollowed({ node, pod: { uid } }: SandboxEvent): boolean {
    const held = this.#nodes.get(this.#read.get(uid)?.node ?? node ?? '')?.held;
    if (held === undefined) return false;
    return held.asOf === undefined ? this.#read.has(uid) && held.state.kind !== 'forbidden' : held.items.has(uid);
  }

  /**
   * Reads the pod that an Event names.
   * @returns `again` if the server didn't respond
   */
  async #look(event: SandboxEvent): Promise<'done' | 'again'> {
    const { uid, name, namespace } = event.pod;
    const path = getObjectPath({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespace, name });
    const answer = await this.#options.connection.ask(path, { signal: this.#lookups.signal });
    if (this.#isStopped) return 'done';
    if (!answer.ok && answer.error.kind === 'forbidden') {
      const { message, status } = answer.error;
      this.#refused.set(uid, {
        kind: 'forbidden',
        verb: 'get',
        trouble: { message, ...(status === undefined ? {} : { status }) },
      });
      return 'done';
    }
    if (!answer.ok && answer.error.kind !== 'notFound') return 'again';
    this.#refused.delete(uid);
    const pod = answer.ok ? readSandboxPod(answer.value) : undefined;
    // The pod is deleted, another pod has its name, or it never runs in a sandbox.
    if (!answer.ok || pod === undefined || parseClusterObject(answer.value)?.uid !== uid) this.#settle(uid);
    else if (pod.hasSandbox) this.#forget(uid);
    else this.#take(pod, pod.node ?? event.node);
    return 'done';
  }

  #take(pod: SandboxPod, node: string | undefined): void {
    // A watch with newer data already shows the pod or its deletion.
    if (node === undefined || this.#nodes.get(node)?.held.asOf === undefined) this.#read.set(pod.uid, pod);
    this.#followNode(node);
  }

  #forget(uid: string): void {
    this.#records.delete(uid);
    this.#read.delete(uid);
    this.#refused.delete(uid);
  }

  #settle(uid: string): void {
    this.#forget(uid);
    this.#settled.add(uid);
    const [oldest] = this.#settled;
    if (this.#settled.size > mostSettled && oldest !== undefined) this.#settled.delete(oldest);
  }

  #followNode(name: string | undefined): void {
    if (name === undefined || this.#nodes.has(name) || this.#nodes.size >= mostNodes) return;
    const { connection, clock, chance, log, jointRetry, namespace } = this.#options;
    const sink = (change: WatchChange<SandboxPod>): void => {
      const node = this.#nodes.get(name);
      if (node === undefined) return;
      node.held = applyChange(node.held, change);
      if (change.kind !== 'confirmed') this.#schedule();
    };
    const reflector = new Reflector<SandboxPod>({
      kind: { ...podsOfNode(name), ...omitUndefined({ namespace }) },
      connection,
      clock,
      chance,
      log,
      jointRetry,
      sink,
    });
    this.#nodes.set(name, { reflector, held: noWatchedItems });
    if (this.#isPaused) reflector.pause();
    void reflector.run();
  }

  /** Returns the last known state of a pod. Returns undefined if it is deleted or wasn't read yet. */
  #podOf(uid: string): SandboxPod | undefined {
    const read = this.#read.get(uid);
    if (read !== undefined && this.#nodes.get(read.node ?? '')?.held.asOf === undefined) return read;
    for (const { held } of this.#nodes.values()) {
      const found = held.items.get(uid);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #current(): ReadonlyMap<string, FailedSandbox> {
    const current = new Map(this.#unscheduled.pods);
    for (const [uid, events] of this.#records) {
      const pod = this.#podOf(uid);
      const failed = pod === undefined ? undefined : failedSandboxOf(pod, [...events.values()]);
      if (failed !== undefined) current.set(uid, failed);
      // The pod has a sandbox or was deleted, so its Events are outdated.
      else if (pod !== undefined || this.#read.has(uid)) this.#forget(uid);
    }
    return current;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#cancelPublish ??= this.#options.clock.after(together, () => {
      this.#cancelPublish = undefined;
      this.#publish();
    });
  }

  #publish(): void {
    if (this.#asOf !== undefined && this.#isReady) this.#publishPods(this.#asOf);
    const state = this.#worstState();
    this.#say(state.kind === 'live' && !this.#isReady ? syncing : state);
  }

  #publishPods(asOf: number): void {
    const current = this.#current();
    const changes: WatchItemChange<FailedSandbox>[] = [...this.#published.keys()]
      .filter((uid) => !current.has(uid))
      .map((uid) => ({ kind: 'delete', uid }));
    for (const [uid, item] of current)
      if (JSON.stringify(this.#published.get(uid)) !== JSON.stringify(item)) changes.push({ kind: 'put', item });
    this.#published = current;
    this.#chooseNodes(current);
    if (this.#hasPublished) {
      if (changes.length > 0) this.#tell({ kind: 'items', changes, asOf });
      return;
    }
    this.#hasPublished = true;
    this.#tell({ kind: 'replace', items: current, asOf });
    // A complete list implies the state live, so the actual state must be reported again.
    this.#said = undefined;
  }

  /**
   * Stops watching nodes without failed pods. Then starts watching nodes that weren't watched because of the maximum.
   */
  #chooseNodes(current: ReadonlyMap<string, FailedSandbox>): void {
    const failing = new Set([...current.values()].flatMap(({ node }) => node ?? []));
    for (const [name, { reflector }] of this.#nodes) {
      if (failing.has(name)) continue;
      reflector.stop();
      this.#nodes.delete(name);
    }
    for (const name of failing) this.#followNode(name);
  }

  /** Returns the worst state of the Events, the single pods, and the watched nodes. */
  #worstState(): SyncState {
    if (this.#state.kind !== 'live') return this.#state;
    const [refused] = this.#refused.values();
    if (refused !== undefined) return refused;
    const states = [...this.#nodes.values()].map(({ held }) => held.state);
    return (
      states.find(({ kind }) => kind === 'unauthorized' || kind === 'forbidden' || kind === 'retrying') ?? this.#state
    );
  }

  #say(state: SyncState): void {
    if (state === this.#said) return;
    this.#said = state;
    this.#tell({ kind: 'state', state });
  }

  #tell(change: WatchChange<FailedSandbox>): void {
    if (!this.#isStopped) this.#options.sink(change);
  }
}

function forgetFirst<Key>(map: Map<Key, unknown>): void {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}
