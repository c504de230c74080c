/**
 * Follows the pods whose sandbox can't be created. Events with the reason FailedCreatePodSandBox name them; each named pod is read once, and the pods of a node
 * are watched as long as one of them has no sandbox. So a cluster without failures costs one watch, and nothing is polled. An Event that expires says nothing
 * about its pod: a pod is taken off the list when it has a sandbox, has ended, or is gone.
 */
import {
  failedSandboxOf,
  podsOfNode,
  readSandboxPod,
  sandboxEvents,
  type FailedSandbox,
  type SandboxEvent,
  type SandboxPod,
} from '../../../../core/live/failedSandbox.ts';
import { readObject } from '../../../../core/live/object.ts';
import { apiPath } from '../../../../core/live/reference.ts';
import { applyChange, nothingHeld, type Change, type Held, type ItemChange, type SyncState, type Trouble } from '../../../../core/live/syncState.ts';
import type { Connection } from '../connection.ts';
import type { Chance, Clock } from '../time.ts';
import { PodLookups } from './podLookups.ts';
import { Reflector } from './reflector.ts';

/** Maximum number of pods of which Events are kept. */
const mostRecords = 2000;
/** Maximum number of pods that are remembered because they need no second look. */
const mostSettled = 5000;
/** Maximum number of nodes whose pods are watched: each takes a connection. */
const mostNodes = 20;
/** Maximum number of Events that are kept of one pod: the kubelet writes one for each wording. */
const mostEventsOfPod = 10;
/** Milliseconds in which changes are collected. */
const together = 50;

export interface FailedSandboxFollowerOptions {
  readonly connection: Pick<Connection, 'ask' | 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly sink: (change: Change<FailedSandbox>) => void;
  /** Receives errors of this program, and nothing of a cluster. */
  readonly log: (message: string) => void;
}

const syncing: SyncState = { kind: 'syncing' };

interface FollowedNode {
  readonly reflector: Reflector<SandboxPod>;
  held: Held<SandboxPod>;
}

/** Has the same methods as a `Reflector`, so that a cluster follows both alike. */
export class FailedSandboxFollower {
  readonly #options: FailedSandboxFollowerOptions;
  readonly #events: Reflector<SandboxEvent>;
  readonly #lookups: PodLookups;
  /** Events by the uid of their pod, then by their own. */
  readonly #records = new Map<string, Map<string, SandboxEvent>>();
  /** Pods without a sandbox that were read, by uid; those of followed nodes are in `#nodes`. */
  readonly #read = new Map<string, SandboxPod>();
  /** Uids of pods that are gone, or have no runtime class: that never changes. */
  readonly #settled = new Set<string>();
  readonly #nodes = new Map<string, FollowedNode>();
  #published: ReadonlyMap<string, FailedSandbox> = new Map();
  #state: SyncState = { kind: 'idle' };
  /** Pods that may not be read, by uid. */
  readonly #refused = new Map<string, SyncState>();
  #said: SyncState | undefined;
  #hasPublished = false;
  /** Milliseconds since 1970 at which the cluster last confirmed the Events. */
  #asOf: number | undefined;
  /** The pods that the first list of Events names were read: until then, nothing is known. */
  #isReady = false;
  #isPaused = false;
  #isStopped = false;
  #cancelPublish: (() => void) | undefined;

  constructor(options: FailedSandboxFollowerOptions) {
    this.#options = options;
    const { connection, clock, chance, log } = options;
    this.#events = new Reflector<SandboxEvent>({ kind: sandboxEvents, connection, clock, chance, log, sink: (change) => this.#takeEvents(change) });
    this.#lookups = new PodLookups({
      clock,
      look: (event) => this.#look(event),
      onRest: () => {
        this.#isReady ||= this.#asOf !== undefined;
        this.#schedule();
      },
    });
  }

  /** Begins. Resolves when it was stopped; never rejects. */
  async run(): Promise<void> {
    await Promise.all([this.#events.run(), this.#lookups.run()]);
  }

  /** Ends it for good: nothing is reported from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelPublish?.();
    this.#events.stop();
    this.#lookups.stop();
    for (const { reflector } of this.#nodes.values()) reflector.stop();
    this.#nodes.clear();
  }

  /** Requests nothing until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#lookups.pause();
    this.#events.pause();
    for (const { reflector } of this.#nodes.values()) reflector.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#events.resume();
    for (const { reflector } of this.#nodes.values()) reflector.resume();
    this.#lookups.resume();
  }

  /** Retries at once what is waiting to be retried. */
  retryNow(): void {
    this.#events.retryNow();
    for (const { reflector } of this.#nodes.values()) reflector.retryNow();
    this.#lookups.retryNow();
  }

  /** See Reflector. The Events stand for the pods that they name. */
  get isFollowing(): boolean {
    return this.#events.isFollowing;
  }

  /** See Reflector. */
  doubt(trouble: Trouble, next: number): void {
    this.#events.doubt(trouble, next);
  }

  /** See Reflector. */
  trust(): void {
    this.#events.trust();
    for (const { reflector } of this.#nodes.values()) reflector.retryNow();
  }

  #takeEvents(change: Change<SandboxEvent>): void {
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

  /** Whether the watch of its node shows the pod, or is about to. */
  #isFollowed({ node, pod: { uid } }: SandboxEvent): boolean {
    const held = this.#nodes.get(this.#read.get(uid)?.node ?? node ?? '')?.held;
    if (held === undefined) return false;
    return held.asOf === undefined ? this.#read.has(uid) && held.state.kind !== 'forbidden' : held.items.has(uid);
  }

  /** Reads the pod that an Event names. @returns whether it has to be read again, because nobody answered */
  async #look(event: SandboxEvent): Promise<'done' | 'again'> {
    const { uid, name, namespace } = event.pod;
    const path = apiPath({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespace, name });
    const answer = await this.#options.connection.ask(path, { signal: this.#lookups.signal });
    if (this.#isStopped) return 'done';
    if (!answer.ok && answer.error.kind === 'forbidden') {
      const { message, status } = answer.error;
      this.#refused.set(uid, { kind: 'forbidden', verb: 'get', trouble: { message, ...(status === undefined ? {} : { status }) } });
      return 'done';
    }
    if (!answer.ok && answer.error.kind !== 'notFound') return 'again';
    this.#refused.delete(uid);
    const pod = answer.ok ? readSandboxPod(answer.value) : undefined;
    // It is gone, another pod has its name, or it never runs in a sandbox.
    if (!answer.ok || pod === undefined || readObject(answer.value)?.uid !== uid) this.#settle(uid);
    else if (pod.hasSandbox) this.#forget(uid);
    else this.#take(pod, pod.node ?? event.node);
    return 'done';
  }

  #take(pod: SandboxPod, node: string | undefined): void {
    // A watch that is ahead shows the pod by itself, or that it is gone.
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
    const { connection, clock, chance, log } = this.#options;
    const sink = (change: Change<SandboxPod>): void => {
      const node = this.#nodes.get(name);
      if (node === undefined) return;
      node.held = applyChange(node.held, change);
      if (change.kind !== 'confirmed') this.#schedule();
    };
    const reflector = new Reflector<SandboxPod>({ kind: podsOfNode(name), connection, clock, chance, log, sink });
    this.#nodes.set(name, { reflector, held: nothingHeld });
    if (this.#isPaused) reflector.pause();
    void reflector.run();
  }

  /** The pod as last seen; undefined if it is gone, or wasn't read yet. */
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
    const current = new Map<string, FailedSandbox>();
    for (const [uid, events] of this.#records) {
      const pod = this.#podOf(uid);
      const failed = pod === undefined ? undefined : failedSandboxOf(pod, [...events.values()]);
      if (failed !== undefined) current.set(uid, failed);
      // It has a sandbox, or was there and is gone: its Events are history.
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
    const changes: ItemChange<FailedSandbox>[] = [...this.#published.keys()].filter((uid) => !current.has(uid)).map((uid) => ({ kind: 'delete', uid }));
    for (const [uid, item] of current) if (JSON.stringify(this.#published.get(uid)) !== JSON.stringify(item)) changes.push({ kind: 'put', item });
    this.#published = current;
    this.#chooseNodes(current);
    if (this.#hasPublished) {
      if (changes.length > 0) this.#tell({ kind: 'items', changes, asOf });
      return;
    }
    this.#hasPublished = true;
    this.#tell({ kind: 'replace', items: current, asOf });
    // A whole list counts as live: the state has to be told again.
    this.#said = undefined;
  }

  /** Nodes whose pods all have a sandbox are no longer watched, and nodes beyond the maximum get their turn. */
  #chooseNodes(current: ReadonlyMap<string, FailedSandbox>): void {
    const failing = new Set([...current.values()].flatMap(({ node }) => node ?? []));
    for (const [name, { reflector }] of this.#nodes) {
      if (failing.has(name)) continue;
      reflector.stop();
      this.#nodes.delete(name);
    }
    for (const name of failing) this.#followNode(name);
  }

  /** What is shown is as old as the oldest part of it. */
  #worstState(): SyncState {
    if (this.#state.kind !== 'live') return this.#state;
    const [refused] = this.#refused.values();
    if (refused !== undefined) return refused;
    const states = [...this.#nodes.values()].map(({ held }) => held.state);
    return states.find(({ kind }) => kind === 'unauthorized' || kind === 'forbidden' || kind === 'retrying') ?? this.#state;
  }

  #say(state: SyncState): void {
    if (state === this.#said) return;
    this.#said = state;
    this.#tell({ kind: 'state', state });
  }

  #tell(change: Change<FailedSandbox>): void {
    if (!this.#isStopped) this.#options.sink(change);
  }
}

function forgetFirst<Key>(map: Map<Key, unknown>): void {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}
