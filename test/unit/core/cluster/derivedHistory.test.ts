/** Tests changes that are derived for a gap in the history: from managed fields and events, never over records. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deriveFromEvents, deriveFromManagedFields } from '#core/cluster/derivedHistory.ts';
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import { readEvent } from '#core/cluster/objects/clusterEvent.ts';
import { lastFieldWrite } from '#core/cluster/objects/fieldWrite.ts';
import { addDerived } from '#core/cluster/savedHistory.ts';
import { historyAsMarkdown } from '#core/status/health/timeline.ts';
import { kataConfig, pool, snapshotOf, worker, type Raw } from '#test/support/cluster/clusterObjects.ts';

const minute = 60_000;
const start = Date.parse('2026-11-01T10:00:00Z');
const gap = { from: start, to: start + 60 * minute };
const time = (minutes: number): string => new Date(start + minutes * minute).toISOString();

function managed(raw: Raw, minutes: number, fieldsV1: Raw): Raw {
  const entry = { manager: 'oc', operation: 'Update', time: time(minutes), fieldsV1 };
  return { ...raw, metadata: { ...(raw['metadata'] as Raw), managedFields: [entry] } };
}

const historyOf = (...transitions: readonly Transition[]): ClusterHistory => ({
  began: start - minute,
  transitions,
  forgotten: 0,
});
const recorded = (about: Transition['about'], name: string, what: Transition['what']): Transition => ({
  at: start - minute,
  about,
  name,
  what,
});

describe('last write of a field', () => {
  const raw = {
    metadata: {
      managedFields: [
        { time: time(1), fieldsV1: { 'f:spec': { 'f:paused': {} } } },
        { time: time(2), fieldsV1: { 'f:spec': { '.': {}, 'f:maxUnavailable': {} } } },
        { time: 'never', fieldsV1: { 'f:spec': { 'f:paused': {} } } },
        null,
        { time: time(3), fieldsV1: 'x' },
      ],
    },
  };

  test('is exact only if the manager owns no other field', () => {
    assert.deepEqual(lastFieldWrite(raw, 'spec', 'paused'), { at: start + minute, isExact: true });
    const both = { 'f:spec': { 'f:paused': {}, 'f:maxUnavailable': {} } };
    assert.deepEqual(lastFieldWrite(managed({}, 4, both), 'spec', 'paused'), {
      at: start + 4 * minute,
      isExact: false,
    });
  });

  test('is unknown without an owner or managed fields', () => {
    assert.equal(lastFieldWrite(raw, 'spec', 'other'), undefined);
    assert.equal(lastFieldWrite({}, 'spec', 'paused'), undefined);
  });
});

describe('changes from managed fields', () => {
  const onlyPaused = { 'f:spec': { 'f:paused': {} } };
  const withPause = (minutes: number, fields: Raw) =>
    snapshotOf({ machineConfigPools: [managed(pool('worker', 'r1', { paused: true }, []), minutes, fields)] });

  test('have an exact time if the manager wrote only this field', () => {
    assert.deepEqual(deriveFromManagedFields(withPause(20, onlyPaused), historyOf(), gap), [
      {
        at: start + 20 * minute,
        derived: 'managedFields',
        about: 'pool',
        name: 'worker',
        what: { kind: 'pool', is: 'paused' },
      },
    ]);
  });

  test('are limited to the gap, and to values that differ from the last recorded one', () => {
    for (const minutes of [-5, 61])
      assert.deepEqual(deriveFromManagedFields(withPause(minutes, onlyPaused), historyOf(), gap), []);
    const paused = historyOf(recorded('pool', 'worker', { kind: 'pool', is: 'paused' }));
    assert.deepEqual(deriveFromManagedFields(withPause(20, onlyPaused), paused, gap), []);
    // With another field of the same manager, the time might belong to that field.
    const both = { 'f:spec': { 'f:paused': {}, 'f:maxUnavailable': {} } };
    assert.deepEqual(deriveFromManagedFields(withPause(20, both), historyOf(), gap), []);
    const resumed = historyOf(recorded('pool', 'worker', { kind: 'pool', is: 'resumed' }));
    const [change] = deriveFromManagedFields(withPause(20, both), resumed, gap);
    assert.deepEqual([change?.earliest, change?.at], [start, start + 20 * minute]);
    assert.ok(change !== undefined);
    // In a later gap, only another field of the manager changed.
    const later = { from: start + 30 * minute, to: start + 60 * minute };
    const known = historyOf(recorded('pool', 'worker', { kind: 'pool', is: 'resumed' }), change);
    assert.deepEqual(deriveFromManagedFields(withPause(40, both), known, later), []);
  });

  test('contain the state of the daemon, and the list of a node', () => {
    const annotations = {
      'f:machineconfiguration.openshift.io/state': {},
      'f:machineconfiguration.openshift.io/x': {},
    };
    const snapshot = snapshotOf({
      nodes: [managed(worker('worker-0'), 30, { 'f:metadata': { 'f:annotations': annotations } })],
      kataConfigs: [
        managed(kataConfig(undefined, { installed: ['worker-0', 'worker-1'] }), 40, {
          'f:status': { 'f:kataNodes': { 'f:installed': {} } },
        }),
      ],
    });
    const before = historyOf(
      recorded('node', 'worker-0', { kind: 'daemon', state: 'Working', reason: '' }),
      recorded('node', 'worker-0', { kind: 'list', from: 'waitingToInstall', to: 'installing' }),
    );
    assert.deepEqual(
      deriveFromManagedFields(snapshot, before, gap).map(({ at, earliest, name, what }) => [
        (at - start) / minute,
        earliest === start,
        name,
        what,
      ]),
      [
        [30, true, 'worker-0', { kind: 'daemon', state: 'Done', reason: '' }],
        [40, true, 'worker-0', { kind: 'list', to: 'installed' }],
      ],
      'nothing is known about worker-1 before the gap',
    );
  });
});

describe('changes from events', () => {
  const event = (minutes: number, reason: string, more: Raw = {}) =>
    readEvent({
      kind: 'Event',
      involvedObject: { kind: 'Node', name: 'worker-0' },
      reason,
      message: `${reason} of worker-0`,
      lastTimestamp: time(minutes),
      ...more,
    }) ?? assert.fail('no event');

  test('are those of nodes, pools, and KataConfigs in the gap', () => {
    const events = [
      event(10, 'Rebooted'),
      event(5, 'OSUpdateStarted', { count: 3 }),
      event(-1, 'Rebooted'),
      event(61, 'Rebooted'),
      event(10, 'Killing', { involvedObject: { kind: 'Pod', name: 'web' } }),
    ];
    assert.deepEqual(
      deriveFromEvents(events, [gap]).map(({ at, what, derived }) => [(at - start) / minute, what, derived]),
      [
        [5, { kind: 'event', reason: 'OSUpdateStarted', message: 'OSUpdateStarted of worker-0', count: 3 }, 'event'],
        [10, { kind: 'boot' }, 'event'],
      ],
    );
  });

  test('never replace or repeat a recorded change', () => {
    const ready: Transition = {
      at: start + 10 * minute,
      about: 'node',
      name: 'worker-0',
      what: { kind: 'ready', status: 'True' },
    };
    const history = historyOf(ready);
    const derived = deriveFromEvents(
      [{ ...event(10, 'NodeReady'), at: ready.at + 2000 }, event(30, 'NodeReady')],
      [gap],
    );
    assert.equal(derived.length, 2);
    const both = addDerived(history, derived).transitions;
    assert.equal(both[0], ready);
    assert.deepEqual(
      both.map(({ at }) => (at - start) / minute),
      [10, 30],
    );
    // A recorded change whose time is a period is also kept.
    const vague = historyOf({ ...ready, at: start + 40 * minute, earliest: start + 20 * minute });
    assert.equal(addDerived(vague, deriveFromEvents([event(30, 'NodeReady')], [gap])), vague);
  });

  test('are marked in the exported history', () => {
    const history = addDerived(historyOf(), deriveFromEvents([event(10, 'Rebooted')], [gap]));
    assert.match(historyAsMarkdown(history, { cluster: 'c' }), /Rebooted \\?\(derived from an event\\?\) \|/);
  });
});
