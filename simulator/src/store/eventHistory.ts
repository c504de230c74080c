/**
 * Keeps the most recent changes, oldest first, for watches that start in the past and for lists of a past state. The
 * size is limited, and older changes are dropped.
 */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { KubeObject } from './kubeObject.ts';
import type { ResourceType } from './resourceType.ts';

export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: ResourceType;
  /** The current object. For a deletion, the last state, with the resourceVersion of the deletion. */
  readonly object: KubeObject;
  /** The previous object. Undefined if the object is new. */
  readonly previous: KubeObject | undefined;
  readonly resourceVersion: number;
}

export class EventHistory {
  readonly #limit: number;
  #events: StoreEvent[] = [];
  /** Index of the oldest change in the array. Removing it from the front of the array each time would be too slow. */
  #start = 0;
  #compacted = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Version of the newest change that was dropped from the history. */
  get compacted(): number {
    return this.#compacted;
  }

  add(event: StoreEvent): void {
    this.#events.push(event);
    while (this.#events.length - this.#start > this.#limit) this.#forgetFirst();
    if (this.#start > this.#limit) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }

  /** Drops all changes up to and including the given version. */
  compact(resourceVersion: number): void {
    while (
      this.#start < this.#events.length &&
      (this.#events[this.#start]?.resourceVersion ?? Infinity) <= resourceVersion
    )
      this.#forgetFirst();
    this.#events = this.#events.slice(this.#start);
    this.#start = 0;
    this.#compacted = Math.max(this.#compacted, resourceVersion);
  }

  /** Returns the changes after the given version, oldest first. */
  since(resourceVersion: number): readonly StoreEvent[] {
    const start = this.#start;
    const after = findFirstIndex(
      this.#events.length - start,
      (index) => (this.#events[start + index]?.resourceVersion ?? Infinity) > resourceVersion,
    );
    return this.#events.slice(start + after);
  }

  #forgetFirst(): void {
    this.#compacted = this.#events[this.#start]?.resourceVersion ?? this.#compacted;
    this.#start += 1;
    if (this.#start > 4096) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }
}
