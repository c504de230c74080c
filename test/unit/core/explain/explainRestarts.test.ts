/** Tests tables of `oc get pods` in which a pod restarted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainText } from '#core/explain/explainText.ts';
import { parsePasted } from '#server/status/explainYaml.ts';

test('a table with single spaces is read if a pod restarted', () => {
  for (const restarts of ['5', '5 (2m ago)', '12 (3h4m ago)']) {
    const row = `osc-caa-ds-abcde 0/1 CrashLoopBackOff ${restarts} 10m`;
    const { told } = explainText(`NAME READY STATUS RESTARTS AGE\n${row}\n`, { parse: parsePasted });
    assert.deepEqual(
      told.map(({ severity, notKnown }) => [severity, notKnown]),
      [['warning', []]],
      row,
    );
  }
});
