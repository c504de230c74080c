/** Tests how conditions of any object are read and judged. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conditionPolarity, readObjectConditions } from '#core/status/conditions/objectConditions.ts';
import { explainConditions } from '#core/explain/objects/explainConditions.ts';
import { explainText } from '#core/explain/explainText.ts';
import { parsePasted } from '#server/status/explainYaml.ts';

const read = (conditions: unknown) => readObjectConditions({ status: { conditions } });

describe('polarity of a condition type', () => {
  for (const [type, polarity] of [
    ['Available', 'positive'],
    ['Ready', 'positive'],
    ['Established', 'positive'],
    ['Degraded', 'negative'],
    ['NodeDegraded', 'negative'],
    ['Progressing', 'negative'],
    ['DiskPressure', 'negative'],
    ['ResolutionFailed', 'negative'],
    ['Frobnicated', 'neutral'],
    ['', 'neutral'],
  ] as const)
    test(`${type} is ${polarity}`, () => assert.equal(conditionPolarity(type), polarity));
});

describe('severity of a condition', () => {
  for (const [type, status, reason, severity] of [
    ['Available', 'True', '', 'ok'],
    ['Available', 'False', '', 'warning'],
    ['Available', 'Unknown', '', 'unknown'],
    ['Available', '', '', 'unknown'],
    ['Degraded', 'True', '', 'warning'],
    ['Degraded', 'False', '', 'ok'],
    ['Progressing', 'True', '', 'warning'],
    ['Progressing', 'True', 'NewReplicaSetAvailable', 'ok'],
    ['MemoryPressure', 'True', '', 'warning'],
    ['Frobnicated', 'True', '', 'info'],
    ['Frobnicated', 'Maybe', '', 'info'],
  ] as const)
    test(`${type} ${status} ${reason} is ${severity}`, () =>
      assert.equal(read([{ type, status, reason }])[0]?.severity, severity));
});

describe('conditions', () => {
  test('are read from a list, a single condition, and maps by type', () => {
    const condition = { type: 'Ready', status: 'True', reason: 'Up' };
    const forms = [[condition], condition, { Ready: { status: 'True', reason: 'Up' } }];
    for (const form of forms) assert.deepEqual(read(form), read([condition]));
    assert.deepEqual(
      read({ Ready: 'True', Degraded: false }).map(({ type, status }) => [type, status]),
      [
        ['Ready', 'True'],
        ['Degraded', 'False'],
      ],
    );
  });

  test('of the same type are marked as duplicates', () => {
    const found = read([
      { type: 'Ready', status: 'True' },
      { type: 'Ready', status: 'False' },
      { type: 'Degraded', status: 'False' },
    ]);
    assert.deepEqual(
      found.map(({ isDuplicate }) => isDuplicate),
      [true, true, false],
    );
  });

  test('are bounded and never fail', () => {
    for (const one of [undefined, null, 5, 'x', [], {}, [null, 'x', {}, { type: 5 }, { status: 'True' }], { a: null }])
      assert.deepEqual(read(one), []);
    const [long] = read([{ type: 'Ready', status: 'True', message: 'm'.repeat(100_000) }]);
    assert.equal(long?.message.length, 1000);
    assert.equal(read(Array.from({ length: 5000 }, () => ({ type: 'Ready', status: 'True' }))).length, 100);
  });

  test('are explained with severity, age, and message', () => {
    const operator = {
      apiVersion: 'config.openshift.io/v1',
      kind: 'ClusterOperator',
      metadata: { name: 'machine-config' },
      status: {
        conditions: [
          {
            type: 'Degraded',
            status: 'True',
            reason: 'SyncFailed',
            message: 'pool \u202ebroken',
            lastTransitionTime: '2026-11-22T10:00:00Z',
          },
          { type: 'Custom', status: 'True' },
        ],
      },
    };
    const place = { start: 0, end: 1 };
    const [degraded, custom] = explainConditions(operator, () => place, Date.parse('2026-11-22T12:05:00Z'));
    assert.deepEqual(
      [degraded?.what, degraded?.name, degraded?.severity, degraded?.headline, degraded?.meaning],
      ['ClusterOperator', 'machine-config', 'warning', 'Degraded: True', 'SyncFailed: pool \\u202ebroken'],
    );
    assert.deepEqual(degraded?.notes, ['Unchanged for 2 h 5 min, since 2026-11-22T10:00:00Z.']);
    assert.deepEqual(
      [custom?.severity, custom?.notes],
      ['info', ['The condition has no transition time.', "The meaning of this condition type isn't known."]],
    );
    const { told } = explainText(JSON.stringify(operator), { parse: parsePasted, now: 0 });
    assert.equal(told.length, 2);
    assert.notEqual(told[0]?.start, told[1]?.start);
  });

  test('of objects with an explanation of their own are not listed', () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'worker-1' },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    };
    const { told } = explainText(JSON.stringify(node), { parse: parsePasted, now: 0 });
    assert.equal(told.length, 1);
  });
});
