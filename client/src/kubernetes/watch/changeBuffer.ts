/** Puts changes together, so that a storm of events becomes one new value now and then. */
import type { WatchChange, WatchItemChange, SyncState } from '#core/cluster/syncState.ts';

/**
 * Changes of one kind that were not applied yet. What one of them overtakes is forgotten: it holds no more than there
 * are objects.
 */
export class ChangeBuffer<T extends { readonly uid: string }> {
  #replace: Extract<WatchChange<T>, { kind: 'replace' }> | undefined;
  #items = new Map<string, WatchItemChange<T>>();
  #state: SyncState | undefined;
  #asOf: number | undefined;

  add(change: WatchChange<T>): void {
    switch (change.kind) {
      case 'state':
        this.#state = change.state;
        return;
      case 'replace':
        this.#replace = change;
        this.#items.clear();
        // It says by itself that what is shown is live.
        this.#state = undefined;
        break;
      case 'items':
        for (const one of change.changes) this.#items.set(one.kind === 'put' ? one.item.uid : one.uid, one);
        break;
      default:
        break;
    }
    this.#asOf = change.asOf;
  }

  /** What was added since the last time, as few changes that come to the same. */
  take(): readonly WatchChange<T>[] {
    const changes: WatchChange<T>[] = [];
    const asOf = this.#asOf;
    if (this.#replace !== undefined) changes.push(this.#replace);
    if (asOf !== undefined && this.#items.size > 0)
      changes.push({ kind: 'items', changes: [...this.#items.values()], asOf });
    else if (asOf !== undefined && asOf !== this.#replace?.asOf) changes.push({ kind: 'confirmed', asOf });
    if (this.#state !== undefined) changes.push({ kind: 'state', state: this.#state });
    this.#replace = undefined;
    this.#items = new Map();
    this.#state = undefined;
    this.#asOf = undefined;
    return changes;
  }
}
