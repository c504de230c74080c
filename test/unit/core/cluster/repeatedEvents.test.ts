/** Tests that repeated events become one row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { combineRepeatedEvents } from '#core/cluster/objects/repeatedEvents.ts';

const event: ClusterEvent = {
  kind: 'Pod',
  name: 'web-0',
  uid: 'one',
  type: 'Warning',
  reason: 'BackOff',
  message: 'again',
  count: 2,
  first: 1000,
  at: 5000,
};

test('combining events adds up their number, and keeps the first and the last time', () => {
  const newer = { ...event, count: 3, first: 4000, at: 9000 };
  for (const order of [
    [event, newer],
    [newer, event],
  ])
    assert.deepEqual(combineRepeatedEvents(order), [{ ...event, count: 5, first: 1000, at: 9000 }]);
});

test('combining events keeps events about different objects, and events without a time', () => {
  const others = [
    { ...event, uid: 'two' },
    { ...event, type: 'Normal' },
    { ...event, message: 'other' },
    { ...event, reason: 'Failed' },
    { ...event, namespace: 'shop' },
  ];
  assert.deepEqual(combineRepeatedEvents([event, ...others]), [event, ...others]);
  const { at: _at, first: _first, ...timeless } = event;
  assert.deepEqual(combineRepeatedEvents([timeless, timeless]), [{ ...timeless, count: 4 }]);
  assert.deepEqual(combineRepeatedEvents([timeless, event]), [{ ...event, count: 4 }]);
});
