/** Tests the validation of schedules. The verdicts are those of kube-apiserver 1.20.2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScheduleProblem } from '#core/kubernetes/cronSchedule.ts';

test('accepts the schedules that the API server accepts', () => {
  const accepted = [
    '* * * * *',
    ' *  * * * *',
    '0 0 * * 6',
    '0 0 * JAN-MAR MON',
    '0 0 * jan mon-fri',
    '0 0 * * SUN-SAT',
    '*/5 * * * *',
    '*/100 * * * *',
    '5/15 * * * *',
    '1-5/2,7 * * * *',
    '1,,2 * * * *',
    '? ? ? ? ?',
    '*-5 * * * *',
    '+1 01 * * *',
    '@hourly',
    '@annually',
    '@every 1h30m',
  ];
  for (const schedule of accepted) assert.equal(findScheduleProblem(schedule), undefined, schedule);
  // Kubernetes since 1.22 reads the time zone.
  assert.equal(findScheduleProblem('TZ=UTC 0 5 * * *'), undefined);
});

test('rejects the schedules that the API server rejects', () => {
  const rejected = [
    '* *',
    '* * * * * *',
    '60 * * * *',
    '59 24 * * *',
    '0 0 0 * *',
    '0 0 32 * *',
    '0 0 * 0 *',
    '0 0 * 13 *',
    '0 0 * * 7',
    '0 0 * * monday',
    '*/0 * * * *',
    '*/ * * * *',
    '5-1 * * * *',
    '1- * * * *',
    '1-2-3 * * * *',
    '1/2/3 * * * *',
    '-1 * * * *',
    'L * * * *',
    '0x5 * * * *',
    '0 0 * * 1#2',
    '@Hourly',
    '@reboot',
    '@every x',
    '@hourly ',
    '',
  ];
  for (const schedule of rejected) assert.notEqual(findScheduleProblem(schedule), undefined, schedule);
  assert.equal(findScheduleProblem('0 0 * * 7'), 'field 5 can\'t be "7"');
});
