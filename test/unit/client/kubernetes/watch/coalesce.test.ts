/** Tests that coalesced changes have the same result as single changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeBuffer } from '#client/kubernetes/watch/changeBuffer.ts';
import {
  applyChange,
  noWatchedItems,
  type WatchChange,
  type WatchedItems,
  type SyncState,
} from '#core/cluster/syncState.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

interface Item {
  readonly uid: string;
  readonly value: number;
}

const states: readonly [SyncState, ...SyncState[]] = [
  { kind: 'live' },
  { kind: 'syncing' },
  { kind: 'absent' },
  { kind: 'paused' },
];

function anyChange(chance: Random, asOf: number): WatchChange<Item> {
  const item = (): Item => ({ uid: `u${chance.below(6)}`, value: chance.below(1000) });
  const kind = chance.pick(['state', 'replace', 'items', 'items', 'confirmed']);
  if (kind === 'state') return { kind, state: chance.pick(states) };
  if (kind === 'replace')
    return {
      kind,
      asOf,
      items: new Map(Array.from({ length: chance.below(4) }, item).map((each) => [each.uid, each])),
    };
  if (kind === 'confirmed') return { kind, asOf };
  const changes = Array.from({ length: 1 + chance.below(3) }, () =>
    chance.chance(0.6) ? ({ kind: 'put', item: item() } as const) : ({ kind: 'delete', uid: item().uid } as const),
  );
  return { kind: 'items', changes, asOf };
}

const sorted = ({ state, asOf, items }: WatchedItems<Item>): unknown => ({
  state,
  asOf,
  items: [...items].sort(([one], [other]) => one.localeCompare(other)),
});

test('coalesced changes give the same result as single changes in any order', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const chance = random(seed);
    const pending = new ChangeBuffer<Item>();
    let one: WatchedItems<Item> = noWatchedItems;
    let together: WatchedItems<Item> = noWatchedItems;
    for (let step = 0; step < 40; step += 1) {
      const change = anyChange(chance, step);
      one = applyChange(one, change);
      pending.add(change);
      if (!chance.chance(0.2)) continue;
      const taken = pending.take();
      assert.ok(taken.length <= 3);
      together = taken.reduce(applyChange<Item>, together);
      assert.deepEqual(sorted(together), sorted(one), `seed ${seed}, step ${step}`);
    }
  }
});

test('coalesced changes contain 1000 changes of one object as one', () => {
  const pending = new ChangeBuffer<Item>();
  for (let value = 0; value < 1000; value += 1)
    pending.add({ kind: 'items', asOf: value, changes: [{ kind: 'put', item: { uid: 'a', value } }] });
  assert.deepEqual(pending.take(), [
    { kind: 'items', asOf: 999, changes: [{ kind: 'put', item: { uid: 'a', value: 999 } }] },
  ]);
  assert.deepEqual(pending.take(), []);
});
