/** Tests that the metrics reference is complete, with unique names and a description of each series. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAlert, knownAlerts } from '#core/metrics/alerts.ts';
import { allSeries, findSeries, labelsOf, listSeriesNames, seriesNames } from '#core/metrics/series/index.ts';

describe('metrics reference', () => {
  test('has unique and valid series names with descriptions', () => {
    assert.equal(new Set(seriesNames).size, seriesNames.length);
    for (const { name, help, labels, note } of allSeries) {
      assert.match(name, /^(?:(?:cluster:)?kata|osc)_[a-z0-9_]+(?::sum)?$/);
      for (const text of [help(), ...(note === undefined ? [] : [note()])])
        assert.match(text, /^[A-Zk0-9].*\.$/, `${name}: ${text}`);
      assert.equal(new Set(labels.map((label) => label.name)).size, labels.length, name);
      for (const { values, fixed } of labels) assert.ok(fixed !== true || (values ?? []).length > 1, name);
    }
  });
  test('contains the series of the dashboard and alerts', () => {
    for (const name of [
      'kata_guest_load',
      'kata_guest_cpu_time',
      'kata_guest_meminfo',
      'kata_monitor_running_shim_count',
      'kata_remote_workload_failure_ratio',
      'kata_active_instance',
    ])
      assert.ok(findSeries(name) !== undefined, name);
    assert.equal(allSeries.length, 142);
  });
  test('resolves parts of histograms and summaries', () => {
    const bucket = findSeries('kata_shim_rpc_durations_histogram_milliseconds_bucket');
    assert.equal(bucket?.part, '_bucket');
    assert.ok(bucket !== undefined && labelsOf(bucket).some(({ name }) => name === 'le'));
    const sum = findSeries('kata_shim_go_gc_duration_seconds_sum');
    assert.ok(sum !== undefined && !labelsOf(sum).some(({ name }) => name === 'quantile'));
    assert.equal(findSeries('kata_shim_go_gc_duration_seconds_bucket'), undefined);
    assert.equal(findSeries('kata_guest_load_sum'), undefined);
    for (const series of allSeries)
      for (const name of listSeriesNames(series)) assert.equal(findSeries(name)?.series, series);
  });
  test('explains each alert and what to do', () => {
    for (const { means, todo } of knownAlerts) assert.ok(means().endsWith('.') && (todo?.() ?? '.').endsWith('.'));
    assert.equal(findAlert('KataRemoteWorkloadFailureHigh')?.severity, 'warning');
    assert.equal(findAlert('Other'), undefined);
  });
});
