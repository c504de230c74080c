/** Tests the health from which rows, the status bar, notifications, and reports take their state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evidenceOf } from '#core/status/evidence.ts';
import {
  combined,
  healthOf,
  healthSeverities,
  type HealthFinding,
  type HealthSeverity,
} from '#core/status/health/clusterHealth.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { healthWith, snapshotWith } from '#test/support/cluster/clusterHealth.ts';

const trouble = { message: 'connection refused' };
const lost: SyncState = { kind: 'retrying', trouble, since: 700, next: 900 };
const finding = (severity: HealthSeverity): HealthFinding => ({
  id: severity,
  severity,
  about: 'Pods',
  headline: severity,
});

describe('health of a cluster', () => {
  test('has the severity order of the design', () => {
    assert.deepEqual(healthSeverities, [
      'unreachable',
      'signedOut',
      'failed',
      'blocked',
      'stale',
      'inProgress',
      'warning',
      'healthy',
      'unknown',
    ]);
    for (const [index, severity] of healthSeverities.slice(0, -1).entries()) {
      const less: readonly HealthSeverity[] = healthSeverities.slice(index).filter((one) => one !== 'unknown');
      assert.equal(combined(less.toReversed()), severity);
    }
  });

  test('is healthy only if each part is, with fresh evidence', () => {
    assert.equal(combined(['healthy', 'unknown']), 'unknown');
    assert.equal(combined([]), 'unknown');
    assert.equal(healthWith({}).severity, 'healthy');
    const states: readonly SyncState[] = [
      lost,
      { kind: 'paused' },
      { kind: 'syncing' },
      { kind: 'unauthorized', trouble },
      { kind: 'retrying', trouble: { ...trouble, status: 500 } },
    ];
    for (const state of states) {
      const { severity, connection, kata } = healthWith({ state });
      assert.notEqual(severity, 'healthy', state.kind);
      assert.equal(connection.isFresh, false, state.kind);
      assert.equal(kata.severity, 'healthy', 'as last known');
    }
  });

  test('uses the connection before the state of Kata', () => {
    for (const phase of ['installed', 'installing', 'failed', 'blocked'] as const) {
      assert.equal(healthWith({ phase, state: lost }).severity, 'unreachable', phase);
      assert.equal(healthWith({ phase, state: { kind: 'unauthorized', trouble } }).severity, 'signedOut', phase);
    }
    assert.equal(healthWith({ phase: 'failed', state: { kind: 'paused' } }).severity, 'failed');
    assert.equal(healthWith({ phase: 'installing', state: { kind: 'paused' } }).severity, 'stale');
  });

  test('contains the time and reason of a lost connection, and the next attempt', () => {
    const { since, reason, next, asOf } = healthWith({ state: lost, asOf: 600 }).connection;
    assert.deepEqual([since, reason, next, asOf], [700, 'connection refused', 900, 600]);
  });

  test('has a severity for each phase of Kata', () => {
    const found = (['failed', 'blocked', 'installing', 'updating', 'uninstalling', 'installed', 'none'] as const).map(
      (phase) => healthWith({ phase }).severity,
    );
    assert.deepEqual(found, ['failed', 'blocked', 'inProgress', 'inProgress', 'inProgress', 'healthy', 'unknown']);
  });

  test('counts the other findings, the most severe first', () => {
    const { severity, findings, kata } = healthWith({
      findings: [finding('warning'), finding('failed'), finding('healthy')],
    });
    assert.equal(severity, 'failed');
    assert.equal(kata.severity, 'failed');
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['failed', 'warning'],
    );
  });

  test('contains an operator that is not running', () => {
    const snapshot = snapshotWith();
    const [manager] = snapshot.deployments.items.values();
    assert.ok(manager !== undefined);
    const down: Snapshot = {
      ...snapshot,
      deployments: { ...snapshot.deployments, items: new Map([['d', { ...manager, available: 0, wanted: 0 }]]) },
    };
    const { severity, findings } = healthOf(down);
    assert.equal(severity, 'warning');
    assert.match(findings[0]?.headline ?? '', /scaled to 0/);
  });
});

test('evidence is fresh, old, none, unknown, not collected, or not allowed', () => {
  const of = (state: SyncState, asOf: number | 'never' = 0, phase: 'installed' | 'none' = 'installed') =>
    evidenceOf(snapshotWith({ state, asOf, phase }), 'kataConfigs');
  const forbidden = (verb: string): SyncState => ({ kind: 'forbidden', verb, trouble: { ...trouble, status: 403 } });
  assert.equal(of({ kind: 'live' }), 'fresh');
  assert.equal(of({ kind: 'live' }, 0, 'none'), 'none');
  assert.equal(of({ kind: 'absent' }, 'never', 'none'), 'none');
  assert.equal(of(lost), 'old');
  assert.equal(of({ kind: 'syncing' }, 'never', 'none'), 'unknown');
  assert.equal(of(forbidden('list'), 'never', 'none'), 'notAllowed');
  assert.equal(of(forbidden('watch')), 'fresh', 'read every half minute');
  assert.equal(evidenceOf(emptySnapshot, 'kataConfigs'), 'notCollected');
});
