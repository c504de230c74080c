/** Reads cluster data repeatedly at increasing intervals while an operation waits for a change. Doesn't use VS Code. */
import { lookups, type LookupId, type LookupResults } from '#core/operations/lookupList.ts';
import type { Lookup } from '#core/operations/lookups/lookup.ts';
import type { ObservedObjects } from '#core/operations/observedCluster.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { createClusterReader } from './clusterReader.ts';
import { runLookups } from './runLookups.ts';
import { readObjects } from './readObjects.ts';

/** Initial and maximum time between two reads, in milliseconds. */
const shortest = 2000;
const longest = 30_000;
/** Maximum age of data that is costly to read, in milliseconds. */
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
  /** Data that requires many requests or long lists. */
  #costly: LookupResults = {};
  #costlyAsked = -Infinity;
  #wantsCostly = true;
  #objects: ObservedObjects = new Map();
  #asked = -Infinity;
  #wait = shortest;
  /** Duration of the last read, in milliseconds. */
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

  /**
   * Time when the data was requested, in milliseconds since 1970. The data includes all changes that were sent before
   * this time.
   */
  get asked(): number {
    return this.#asked;
  }

  /**
   * Time until the next read, in milliseconds. 0 if it's due now. If a read takes long, the interval is at least twice
   * its duration.
   */
  get due(): number {
    return Math.max(0, this.#asked + Math.max(this.#wait, 2 * this.#took) - this.#parts.clock.now());
  }

  /** Requests an immediate read, followed by frequent ones. */
  expire(): void {
    if (this.isOlder(this.#parts.clock.now() - costlyAge)) this.#wantsCostly = true;
    this.#asked = -Infinity;
    this.#wait = shortest;
  }

  /**
   * Returns whether the costly data was requested before this time.
   * @param at milliseconds since 1970
   */
  isOlder(at: number): boolean {
    return this.#parts.ids.some(isCostly) && this.#costlyAsked < at;
  }

  /** Requests an immediate read that includes the costly data. */
  renew(): void {
    this.#wantsCostly = true;
    this.expire();
  }

  /** Requests frequent reads because a change is in progress. */
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
