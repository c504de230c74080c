/** Tests the tiles of the metrics page: healthy, failing, and missing series, and when a state began. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failuresTile, installationTile, type TileInput } from '#core/metrics/healthTiles.ts';
import { failureAlert, findAlert } from '#core/metrics/alerts.ts';
import type { SampledSeries } from '#core/metrics/samples.ts';

const minute = 60_000;
/** One value per minute, up to minute 60. A value that is undefined has no sample. */
function minutes(value: (minute: number) => number | undefined): SampledSeries {
  const samples = Array.from({ length: 61 }, (_, at) => ({ at: at * minute, value: value(at) })).flatMap((sample) =>
    sample.value === undefined ? [] : [{ at: sample.at, value: sample.value }],
  );
  return { labels: {}, samples };
}

function input(parts: Partial<TileInput> = {}): TileInput {
  return {
    window: { to: 60 * minute, step: minute },
    alerts: [],
    facts: { overheads: [] },
    time: (at) => `minute ${at / minute}`,
    ...parts,
  };
}

describe('tile for peer pod failures', () => {
  const tile = (value: (minute: number) => number | undefined, parts: Partial<TileInput> = {}) =>
    failuresTile(input({ failures: [minutes(value)], ...parts }));

  test('shows a healthy value with the threshold of the alert', () => {
    const { state, value, lines, threshold } = tile(() => 0);
    assert.deepEqual([state, value, lines], ['ok', '0%', ['Unchanged since minute 0 or earlier']]);
    assert.equal(threshold, 'Alert threshold: more than 25% for 30 min');
    assert.equal(tile(() => 25).state, 'ok', 'the alert requires a larger value');
  });

  test('uses the threshold and the duration of the alert rule', () => {
    assert.equal(
      findAlert('KataRemoteWorkloadFailureHigh')?.expr,
      `kata_remote_workload_failure_ratio > ${failureAlert.percentage}`,
    );
    assert.equal(findAlert(failureAlert.name)?.for, `${failureAlert.duration / minute}m`);
  });

  test('shows since when the value is above the threshold, and its trend', () => {
    const { state, value, lines } = tile((at) => (at < 40 ? 10 : at < 50 ? 30 : 50));
    assert.deepEqual([state, value], ['attention', '50%']);
    assert.deepEqual(lines, ['Above the threshold since minute 40', 'Up from 10% at minute 0']);
    assert.deepEqual(tile(() => 60).lines.slice(0, 1), ['Above the threshold since minute 0 or earlier']);
    assert.deepEqual(tile((at) => (at < 40 ? 20 : 10)).lines, ['Down from 20% at minute 0']);
  });

  test('starts the time above the threshold after a gap, because the value in the gap is unknown', () => {
    const { lines } = tile((at) => (at > 20 && at < 40 ? undefined : 30));
    assert.deepEqual(lines, ['Above the threshold since minute 40', 'Unchanged since minute 40']);
  });

  test('shows the state of the alert instead of a calculated time', () => {
    const alert = { name: failureAlert.name, labels: {}, annotations: {}, since: 5 * minute } as const;
    const lines = (state: 'pending' | 'firing') => tile(() => 60, { alerts: [{ ...alert, state }] }).lines.slice(0, 1);
    assert.deepEqual(lines('firing'), ['The alert has been firing since minute 5.']);
    assert.deepEqual(lines('pending'), ['The alert has been pending since minute 5.']);
    const both = [{ ...alert, state: 'pending' } as const, { ...alert, state: 'firing', since: minute } as const];
    assert.equal(tile(() => 60, { alerts: both }).lines[0], 'The alert has been firing since minute 1.');
  });

  test('shows the number of peer pods, and that there are none', () => {
    const pods = (failed: number, all: number) => ({ failed: [minutes(() => failed)], all: [minutes(() => all)] });
    assert.equal(
      tile(() => 50, { pods: pods(1, 2) }).lines[0],
      'Peer pods that are neither running nor completed: 1 of 2',
    );
    assert.equal(tile(() => 0, { pods: pods(0, 0) }).lines[0], 'The cluster has no peer pods.');
  });

  test('distinguishes a missing series from 0 and from a failed query', () => {
    const missing = failuresTile(input({ failures: [] }));
    assert.deepEqual([missing.state, missing.value, missing.series], ['missing', 'Not collected', undefined]);
    const unread = failuresTile(input());
    assert.deepEqual([unread.state, unread.value], ['unread', 'Unknown']);
    const ended = tile((at) => (at < 30 ? 60 : undefined));
    assert.deepEqual(
      [ended.state, ended.value, ended.lines],
      ['missing', 'Not collected', ['Last value: 60%, minute 29']],
    );
    assert.equal(ended.series?.samples.length, 30, 'the trend shows the last values');
  });

  test('distinguishes NaN and infinity, which Prometheus collected, from a missing value', () => {
    const last = (value: number) => tile((at) => (at < 60 ? 10 : value));
    const [nan, infinite] = [last(Number.NaN), last(Number.POSITIVE_INFINITY)];
    assert.deepEqual([nan.state, nan.value, nan.lines], ['info', 'not a number', []]);
    assert.deepEqual([infinite.state, infinite.value], ['attention', 'infinity'], 'as the condition of the alert');
    const old = minutes((at) => (at < 60 ? Number.NaN : undefined));
    const restarted = { ...minutes((at) => (at < 60 ? undefined : 10)), labels: { pod: 'new' } };
    assert.equal(failuresTile(input({ failures: [old, restarted] })).value, '10%');
  });

  test('shows an active alert although the series is missing', () => {
    const alert = { name: failureAlert.name, state: 'firing', labels: {}, annotations: {} } as const;
    assert.deepEqual(failuresTile(input({ failures: [], alerts: [alert] })).lines, ['The alert is firing.']);
  });
});

describe('tile for the installation', () => {
  const tile = (value: (minute: number) => number | undefined, parts: Partial<TileInput> = {}) =>
    installationTile(input({ installation: [minutes(value)], ...parts }));

  test('shows a successful installation, since when, and that there is no alert', () => {
    const { state, value, lines, threshold } = tile((at) => (at < 15 ? 0 : 1));
    assert.deepEqual([state, value, lines], ['ok', 'Installed', ['Unchanged since minute 15']]);
    assert.equal(threshold, 'No alert checks this value.');
  });

  test('shows the value 0 as information, because the metric can be wrong', () => {
    const { state, value, lines } = tile(() => 0);
    assert.deepEqual([state, value], ['info', 'Not installed']);
    assert.match(lines[1] ?? '', /^The operator in OSC 1\.8 and later reads the wrong fields/);
    assert.equal(tile(() => 0, { facts: { overheads: [], isInstalled: false } }).state, 'info');
  });

  test('prefers the KataConfig status if the metric is wrong', () => {
    const { state, value, lines } = tile(() => 0, { facts: { overheads: [], isInstalled: true } });
    assert.deepEqual([state, value], ['ok', 'Installed']);
    assert.match(lines[0] ?? '', /^The metric is 0, but the KataConfig status shows that Kata is installed\./);
  });

  test('distinguishes a missing series from 0 and from a failed query', () => {
    assert.equal(installationTile(input({ installation: [] })).value, 'Not collected');
    assert.equal(installationTile(input()).value, 'Unknown');
    assert.deepEqual(tile((at) => (at < 30 ? 1 : undefined)).lines, ['Last value: yes, minute 29']);
    assert.deepEqual([tile(() => Number.NaN).state, tile(() => Number.NaN).value], ['info', 'not a number']);
  });
});
