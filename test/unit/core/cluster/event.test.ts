/** Tests that events in every form are read the same way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMustGatherEvent } from '#core/diagnosis/evidence/mustGatherEvent.ts';
import { eventOf } from '#core/oc/eventLine.ts';
import { readEvent } from '#core/cluster/objects/clusterEvent.ts';

const said = { type: 'Warning', reason: 'Rebooted', metadata: { creationTimestamp: '2026-01-01T00:00:00Z' } };
const node = { kind: 'Node', name: 'worker-0' };

test('event reader returns the last time and count of legacy events, new events, and series', () => {
  const read = { type: 'Warning', reason: 'Rebooted', message: 'boot id', kind: 'Node', name: 'worker-0' };
  const old = {
    ...said,
    kind: 'Event',
    involvedObject: node,
    message: 'boot id',
    lastTimestamp: '2026-01-01T00:05:00Z',
    count: 3,
    eventTime: null,
  };
  assert.deepEqual(readEvent(old), {
    ...read,
    at: Date.parse('2026-01-01T00:05:00Z'),
    first: Date.parse('2026-01-01T00:00:00Z'),
    count: 3,
  });
  const series = {
    ...old,
    lastTimestamp: null,
    count: 0,
    eventTime: '2026-01-01T00:01:00Z',
    series: { count: 9, lastObservedTime: '2026-01-01T00:09:00Z' },
  };
  assert.deepEqual(readEvent(series), {
    ...read,
    at: Date.parse('2026-01-01T00:09:00Z'),
    first: Date.parse('2026-01-01T00:01:00Z'),
    count: 9,
  });
  const anew = {
    ...said,
    regarding: node,
    note: 'boot id',
    deprecatedLastTimestamp: '2026-01-01T00:04:00Z',
    deprecatedCount: 2,
  };
  assert.deepEqual(readEvent(anew), {
    ...read,
    at: Date.parse('2026-01-01T00:04:00Z'),
    first: Date.parse('2026-01-01T00:00:00Z'),
    count: 2,
  });
  assert.deepEqual(readEvent({ ...said, involvedObject: node, message: 'boot id' }), {
    ...read,
    at: Date.parse('2026-01-01T00:00:00Z'),
    first: Date.parse('2026-01-01T00:00:00Z'),
    count: 1,
  });
  for (const none of [undefined, 'x', [], {}, { ...old, kind: 'Node' }, { ...old, involvedObject: 'x' }])
    assert.equal(readEvent(none), undefined);
});

test('timeline uses node events with a time, and explanations use events with a reason', () => {
  const event = { ...said, involvedObject: node, message: 'm' };
  assert.deepEqual(readMustGatherEvent(event)?.about, 'node');
  assert.equal(readMustGatherEvent({ ...event, metadata: {} }), undefined);
  assert.equal(readMustGatherEvent({ ...event, involvedObject: { kind: 'constructor', name: 'x' } }), undefined);
  assert.deepEqual(eventOf({ ...event, metadata: {} }), {
    type: 'Warning',
    reason: 'Rebooted',
    object: 'node/worker-0',
    message: 'm',
  });
  assert.equal(eventOf({ ...event, reason: undefined }), undefined);
});
