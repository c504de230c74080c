/** Combines changes so that a burst of events becomes a single update. */
import type { WatchChange, WatchItemChange, SyncState } from '#core/cluster/syncState.ts';

/**
 * Pending changes of one kind. A later change of an object replaces an earlier one, so the buffer never has more
 * entries than there are objects.
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
        // A complete list implies that the state is live.
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

  /** Returns the changes since the last call, combined, and clears the buffer. */
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
