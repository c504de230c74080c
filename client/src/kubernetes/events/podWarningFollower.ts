/**
 * Follows the warnings about pods and their owners in some namespaces, with one watch for each namespace. A quota that
 * rejects a pod, for example, causes a warning about its ReplicaSet. Doesn't use VS Code.
 */
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { applyChange, noWatchedItems, type WatchedItems } from '#core/cluster/syncState.ts';
import type { Chance, Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { JointRetry } from '../watch/sharedRetry.ts';
import { Reflector } from '../watch/reflector.ts';
import { redactEvent } from './readEvents.ts';
import { eventsOf, type WatchedEvent } from './watchedEvents.ts';

/** The newest warning about each object. */
export interface PodWarnings {
  /** Newest warning by the UID of the pod or owner. */
  readonly byObject: ReadonlyMap<string, ClusterEvent>;
  /** Namespaces whose events the user doesn't have permission to list. */
  readonly forbidden: ReadonlySet<string>;
}

const noPodWarnings: PodWarnings = { byObject: new Map(), forbidden: new Set() };

export interface PodWarningOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  /** Called at most every 100 ms, after the warnings changed. */
  readonly changed: () => void;
}

interface Followed {
  readonly reflector: Reflector<WatchedEvent>;
  held: WatchedItems<WatchedEvent>;
}

/** Maximum number of namespaces to follow, which is the maximum number of connections. */
const mostNamespaces = 20;
/** Time during which changes are collected, in milliseconds. */
const together = 100;

/** Selects the warnings of all objects, because a field selector can't name several kinds. */
const selector = 'type=Warning';

export class PodWarningFollower {
  readonly #options: PodWarningOptions;
  readonly #jointRetry = new JointRetry();
  readonly #followed = new Map<string, Followed>();
  #warnings: PodWarnings = noPodWarnings;
  #isPaused = false;
  #cancelPublish: (() => void) | undefined;

  constructor(options: PodWarningOptions) {
    this.#options = options;
  }

  get warnings(): PodWarnings {
    return this.#warnings;
  }

  /** Follows exactly these namespaces. */
  follow(namespaces: ReadonlySet<string>): void {
    for (const [namespace, { reflector }] of this.#followed) {
      if (namespaces.has(namespace)) continue;
      reflector.stop();
      this.#followed.delete(namespace);
      this.#schedule();
    }
    for (const namespace of namespaces) this.#follow(namespace);
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    this.#isPaused = true;
    for (const { reflector } of this.#followed.values()) reflector.pause();
  }

  resume(): void {
    this.#isPaused = false;
    for (const { reflector } of this.#followed.values()) reflector.resume();
  }

  /** Retries waiting requests immediately. */
  retryNow(): void {
    for (const { reflector } of this.#followed.values()) reflector.retryNow();
  }

  /** Stops permanently. */
  stop(): void {
    this.#cancelPublish?.();
    for (const { reflector } of this.#followed.values()) reflector.stop();
    this.#followed.clear();
  }

  #follow(namespace: string): void {
    if (this.#followed.has(namespace) || this.#followed.size >= mostNamespaces) return;
    const { connection, clock, chance, log } = this.#options;
    const reflector = new Reflector<WatchedEvent>({
      kind: eventsOf(namespace, selector),
      connection,
      clock,
      chance,
      log,
      jointRetry: this.#jointRetry,
      sink: (change) => {
        const followed = this.#followed.get(namespace);
        if (followed === undefined) return;
        followed.held = applyChange(followed.held, change);
        if (change.kind !== 'confirmed') this.#schedule();
      },
    });
    this.#followed.set(namespace, { reflector, held: noWatchedItems });
    if (this.#isPaused) reflector.pause();
    void reflector.run();
  }

  #schedule(): void {
    this.#cancelPublish ??= this.#options.clock.after(together, () => {
      this.#cancelPublish = undefined;
      this.#warnings = this.#current();
      this.#options.changed();
    });
  }

  #current(): PodWarnings {
    const byObject = new Map<string, ClusterEvent>();
    const forbidden = new Set<string>();
    for (const [namespace, { held }] of this.#followed) {
      if (held.state.kind === 'forbidden' && held.state.verb === 'list') forbidden.add(namespace);
      for (const { event } of held.items.values()) {
        const before = byObject.get(event.uid ?? '');
        if (event.uid !== undefined && (before === undefined || (event.at ?? 0) >= (before.at ?? 0)))
          byObject.set(event.uid, event);
      }
    }
    return { byObject: new Map([...byObject].map(([uid, event]) => [uid, redactEvent(event)])), forbidden };
  }
}
