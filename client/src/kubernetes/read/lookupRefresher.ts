/** Facts of a cluster, read anew at growing distances while something is waited for. Without VS Code. */
import { lookups, type LookupId, type LookupResults } from '#core/operations/lookupList.ts';
import type { Lookup } from '#core/operations/lookups/lookup.ts';
import type { ObservedObjects } from '#core/operations/observedCluster.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { createClusterReader } from './clusterReader.ts';
import { runLookups } from './runLookups.ts';
import { readObjects } from './readObjects.ts';

/** Milliseconds between two readings: at first, and at most. */
const shortest = 2000;
const longest = 30_000;
/** Maximum age of costly facts in milliseconds. */
const costlyAge = 30_000;

export interface FactKeeperParts {
  readonly connection: Pick<Connection, 'ask' | 'send'>;
  readonly ids: readonly LookupId[];
  readonly objects?: readonly ObjectReference[];
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
}

export class LookupRefresher {
  readonly #parts: FactKeeperParts;
  #facts: LookupResults = {};
  /** Facts that require many requests or long lists. */
  #costly: LookupResults = {};
  #costlyAsked = -Infinity;
  #wantsCostly = true;
  #objects: ObservedObjects = new Map();
  #asked = -Infinity;
  #wait = shortest;
  /** Milliseconds that the last reading took. */
  #took = 0;

  constructor(parts: FactKeeperParts) {
    this.#parts = parts;
  }

  get facts(): LookupResults {
    return { ...this.#facts, ...this.#costly };
  }

  get objects(): ObservedObjects {
    return this.#objects;
  }

  /** When they were asked for: what was sent before that is in them. Milliseconds since 1970. */
  get asked(): number {
    return this.#asked;
  }

  /**
   * Milliseconds until they are to be read again; 0: now. A cluster so large that reading takes long is left alone for
   * as long as that.
   */
  get due(): number {
    return Math.max(0, this.#asked + Math.max(this.#wait, 2 * this.#took) - this.#parts.clock.now());
  }

  /** They are to be read at once, and often from now on. */
  expire(): void {
    if (this.isOlder(this.#parts.clock.now() - costlyAge)) this.#wantsCostly = true;
    this.#asked = -Infinity;
    this.#wait = shortest;
  }

  /** Returns whether costly facts were requested before this time. @param at milliseconds since 1970 */
  isOlder(at: number): boolean {
    return this.#parts.ids.some(isCostly) && this.#costlyAsked < at;
  }

  /** True if costly facts must also be read immediately. */
  renew(): void {
    this.#wantsCostly = true;
    this.expire();
  }

  /** Something goes on: they are to be read often. */
  hurry(): void {
    this.#wait = shortest;
  }

  async read(): Promise<void> {
    if (this.due > 0) return;
    const { connection, ids, objects = [], clock, signal } = this.#parts;
    const asked = clock.now();
    this.#wait = Math.min(this.#wait * 1.5, longest);
    const now = (): number => clock.now();
    const reading = readObjects(connection, objects, now, signal);
    const reader = createClusterReader(connection, signal);
    const cheap = ids.filter((id) => !isCostly(id));
    this.#facts = await runLookups(reader, cheap, now);
    if (this.#wantsCostly && cheap.length < ids.length) {
      this.#costly = await runLookups(reader, ids.filter(isCostly), now);
      this.#costlyAsked = asked;
    }
    this.#wantsCostly = false;
    this.#objects = await reading;
    this.#asked = asked;
    this.#took = clock.now() - asked;
  }
}

function isCostly(id: LookupId): boolean {
  const kind: Pick<Lookup<unknown>, 'isCostly'> = lookups[id];
  return kind.isCostly === true;
}
