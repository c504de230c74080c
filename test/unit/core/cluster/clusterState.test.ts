/** Tests the state of a whole cluster. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { noWatchedItems, type SyncState } from '#core/cluster/syncState.ts';

type States = Partial<Record<WatchedKindId, SyncState | readonly [SyncState, number]>>;

/** Creates a snapshot with these states and, if given, the time of the last confirmation. */
function snapshotOf(states: States): Snapshot {
  const held = Object.entries(states).map(([id, given]) => {
    const [state, asOf] = isPair(given) ? given : [given, undefined];
    return [id, { ...noWatchedItems, state, ...(asOf === undefined ? {} : { asOf }) }];
  });
  return { ...emptySnapshot, ...Object.fromEntries(held) };
}

function isPair(given: SyncState | readonly [SyncState, number]): given is readonly [SyncState, number] {
  return Array.isArray(given);
}

const live: SyncState = { kind: 'live' };
const trouble = { message: 'connection refused' };
const answered = { message: 'the server answered 500', status: 500 };

test('cluster state is idle when no kind is followed', () => {
  assert.deepEqual(getConnectionState(emptySnapshot), { kind: 'idle' });
});

test('cluster state is live when all kinds are live or absent', () => {
  assert.deepEqual(getConnectionState(snapshotOf({ nodes: live, kataConfigs: { kind: 'absent' } })), { kind: 'live' });
});

test('cluster state is syncing while some kinds are being read', () => {
  assert.deepEqual(getConnectionState(snapshotOf({ nodes: live, kataConfigs: { kind: 'syncing' } })), {
    kind: 'syncing',
    kinds: ['kataConfigs'],
  });
});

test('cluster state names forbidden kinds with the verb', () => {
  const forbidden: SyncState = { kind: 'forbidden', verb: 'list', trouble: { message: 'no', status: 403 } };
  assert.deepEqual(getConnectionState(snapshotOf({ nodes: forbidden, kataConfigs: live })), {
    kind: 'forbidden',
    refused: [{ id: 'nodes', verb: 'list', trouble: { message: 'no', status: 403 } }],
  });
});

test('cluster state is reconnecting with the oldest data time and the next retry', () => {
  const states: States = {
    nodes: [{ kind: 'retrying', trouble, next: 900 }, 500],
    kataConfigs: [{ kind: 'retrying', trouble, next: 700 }, 600],
    machineConfigPools: [live, 100],
  };
  assert.deepEqual(getConnectionState(snapshotOf(states)), {
    kind: 'reconnecting',
    kinds: ['kataConfigs', 'nodes'],
    trouble,
    asOf: 500,
    next: 700,
  });
});

test('cluster state is reconnecting without a data time if a kind was never read', () => {
  const states: States = {
    nodes: [{ kind: 'retrying', trouble }, 500],
    kataConfigs: { kind: 'retrying', trouble },
    jobs: [live, 600],
  };
  assert.deepEqual(getConnectionState(snapshotOf(states)), {
    kind: 'reconnecting',
    kinds: ['kataConfigs', 'nodes'],
    trouble,
  });
});

test('cluster state is unreachable if the server does not respond', () => {
  assert.deepEqual(
    getConnectionState(snapshotOf({ nodes: { kind: 'retrying', trouble, next: 5 }, kataConfigs: { kind: 'syncing' } })),
    {
      kind: 'unreachable',
      trouble,
      next: 5,
    },
  );
  assert.equal(
    getConnectionState(snapshotOf({ nodes: { kind: 'retrying', trouble }, kataConfigs: { kind: 'absent' } })).kind,
    'unreachable',
    'an earlier answer',
  );
  assert.equal(
    getConnectionState(snapshotOf({ nodes: { kind: 'retrying', trouble: answered } })).kind,
    'reconnecting',
    'a status is an answer',
  );
  assert.equal(
    getConnectionState(snapshotOf({ nodes: { kind: 'retrying', trouble }, kataConfigs: live })).kind,
    'reconnecting',
    'another kind is live',
  );
});

test('cluster state is unreachable since the last kind was lost (with the oldest data time and the next retry)', () => {
  const states: States = {
    nodes: [{ kind: 'retrying', trouble, since: 700, next: 900 }, 500],
    kataConfigs: [{ kind: 'retrying', trouble, since: 710, next: 800 }, 600],
  };
  assert.deepEqual(getConnectionState(snapshotOf(states)), {
    kind: 'unreachable',
    trouble,
    since: 710,
    asOf: 500,
    next: 800,
  });
});

test('cluster state is unauthorized rather than reconnecting (and paused when all kinds are paused)', () => {
  const states: States = {
    nodes: { kind: 'retrying', trouble },
    kataConfigs: { kind: 'unauthorized', trouble: answered },
  };
  assert.deepEqual(getConnectionState(snapshotOf(states)), { kind: 'unauthorized', trouble: answered });
  assert.deepEqual(
    getConnectionState(snapshotOf({ nodes: [{ kind: 'paused' }, 7], kataConfigs: [{ kind: 'paused' }, 5] })),
    { kind: 'paused', asOf: 5 },
  );
});
