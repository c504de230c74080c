/** Tests the Kata charts: their queries, and how they assess the results. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  directoryQuery,
  emptyDirectory,
  resolveNodeName,
  readAddresses,
  readDirectory,
} from '#core/metrics/sandboxDirectory.ts';
import { quotedString, createSelector, unheeded } from '#core/metrics/filters.ts';
import { formatLabels, legendText } from '#core/metrics/panels/legend.ts';
import { listPanelQueries, type QueryWindow, type PanelFacts } from '#core/metrics/panels/panel.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import type { SampledSeries } from '#core/metrics/samples.ts';
import { sparkline, sparklineText } from '#core/metrics/panels/sparkline.ts';
import { formatAxisValue, unitName, formatMetricValue, type MetricUnit } from '#core/metrics/panels/units.ts';

const series = (values: readonly number[], labels: Readonly<Record<string, string>> = {}): SampledSeries => ({
  labels,
  samples: values.map((value, index) => ({ at: index * 1000, value })),
});
const panelOf = (id: string) => panels.find((panel) => panel.id === id) ?? assert.fail(`no panel ${id}`);
const judged = (
  id: string,
  query: string,
  found: readonly SampledSeries[],
  facts: PanelFacts = { overheads: [] },
  asked = until(found),
) => panelOf(id).judge?.(new Map([[query, found]]), facts, asked) ?? [];
/** Returns a query window that ends with the last sample. */
const until = (found: readonly SampledSeries[]): QueryWindow => ({
  to: Math.max(0, ...found.flatMap(({ samples }) => samples.map(({ at }) => at))),
  step: 1000,
});

describe('metrics panel', () => {
  test('uses the exact dashboard queries without filters', () => {
    const asked = panels.flatMap(({ queries }) => queries.map(({ promql }) => promql({})));
    for (const verbatim of [
      'sum(count by(instance) (kata_guest_load{item="load1"}))',
      'sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total",  item=~"irq|softirq|system|user"}[5m]))',
      '(kata_guest_meminfo{item="mem_total"} - on(sandbox_id) kata_guest_meminfo{item="mem_free"})',
    ])
      assert.ok(asked.includes(verbatim), verbatim);
  });
  test('adds filters as matchers to every selector that supports them', () => {
    const filters = { node: { label: 'node', value: 'worker-"q"' }, sandbox: 'abc', namespace: 'a\\b' } as const;
    assert.equal(
      panelOf('guestMemory').queries[0]?.promql(filters),
      String.raw`(kata_guest_meminfo{item="mem_total", node="worker-\"q\"", sandbox_id="abc", cri_namespace="a\\b"} - on(sandbox_id) kata_guest_meminfo{item="mem_free", node="worker-\"q\"", sandbox_id="abc", cri_namespace="a\\b"})`,
    );
    assert.equal(
      panelOf('sandboxes').queries[0]?.promql(filters),
      String.raw`sum by (node, instance) (kata_monitor_running_shim_count{node="worker-\"q\""})`,
    );
    assert.equal(panelOf('failures').queries[0]?.promql(filters), 'kata_remote_workload_failure_ratio');
    assert.deepEqual(unheeded(filters, ['node']), ['sandbox', 'namespace']);
  });
  test('queries three latency percentiles for all requests, or one percentile by request', () => {
    const asked = (reading: string | undefined) =>
      listPanelQueries(panelOf('shimRpc'), reading).map(({ promql }) => promql({}));
    const rate = (by: string) =>
      `sum by (${by}) (rate(kata_shim_rpc_durations_histogram_milliseconds_bucket{action!="wait"}[5m])))`;
    const together = ['0.5', '0.95', '0.99'].map((share) => `histogram_quantile(${share}, ${rate('le')}`);
    assert.deepEqual(asked(undefined), together);
    assert.deepEqual(asked('all'), together);
    assert.deepEqual(asked('of another panel'), together);
    assert.deepEqual(asked('p99'), [`histogram_quantile(0.99, ${rate('le, action')}`]);
  });
  test('escapes filter values', () => {
    for (const text of ['"', '\\', '\\"', 'a"} or vector(1) #', 'line\nbreak', '\u0000\u001B', '"\\n']) {
      const quoted = quotedString(text);
      // JSON has the same escapes.
      assert.equal(JSON.parse(quoted), text);
      assert.doesNotMatch(quoted, /[\n\r]/);
    }
    assert.equal(createSelector('up', '', {}, ['node']), 'up');
  });
  test('has a unique ID, a source, and an explanation of its empty state', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const { empty, answers, source, title } of panels) {
      assert.match(empty(), /^No data is available if /);
      for (const text of [answers(), source, title()]) assert.notEqual(text, '');
    }
  });
});

describe('metrics assessment', () => {
  const mib = 1024 ** 2;
  const facts = { overheads: [{ runtimeClass: 'kata', bytes: 350 * mib }] };
  test('warns when the newest overhead exceeds the pod overhead of the runtime class', () => {
    assert.deepEqual(judged('overhead', 'overhead', [series([400 * mib, 300 * mib])], facts), []);
    const [remark] = judged('overhead', 'overhead', [series([300 * mib, 400 * mib, Number.NaN]), series([1])], facts);
    assert.equal(remark?.level, 'attention');
    assert.match(remark.text, /^In 1 of 2 sandboxes, the memory overhead exceeds the pod overhead of kata \(350 MiB\)/);
  });
  test('compares the overhead with the largest of all runtime classes', () => {
    const both = { overheads: [...facts.overheads, { runtimeClass: 'kata-cc', bytes: 500 * mib }] };
    assert.deepEqual(judged('overhead', 'overhead', [series([400 * mib])], both), []);
  });
  test('reports only information when the pod overhead is unknown', () => {
    assert.deepEqual(
      judged('overhead', 'overhead', [series([1e12])]).map(({ level }) => level),
      ['info'],
    );
    assert.deepEqual(judged('overhead', 'overhead', []), []);
  });
  test('ignores series that ended before the requested time', () => {
    const asked = { to: 10_000, step: 1000 };
    const gone = series([400 * mib]);
    assert.deepEqual(judged('overhead', 'overhead', [gone], facts, asked), []);
    const going = { ...gone, samples: [{ at: 8000, value: 400 * mib }] };
    assert.match(
      judged('overhead', 'overhead', [gone, going], facts, asked)[0]?.text ?? '',
      /^In 1 of 1 sandbox, the memory overhead exceeds /,
    );
    assert.deepEqual(judged('installation', 'installed', [series([0])], facts, asked), []);
    assert.deepEqual(judged('failures', 'ratio', [series([60])], facts, asked), []);
  });
  test('warns about failures after 30 minutes, like the alert', () => {
    const minute = 60_000;
    /**
     * Returns a series with one value per minute, up to minute 60. An undefined value means that there is no sample.
     */
    const minutes = (value: (minute: number) => number | undefined): SampledSeries => ({
      labels: {},
      samples: Array.from({ length: 61 }, (_, at) => ({ at: at * minute, value: value(at) ?? 0 })).filter(
        ({ at }) => value(at / minute) !== undefined,
      ),
    });
    const levels = (...found: readonly SampledSeries[]) =>
      judged('failures', 'ratio', found, { overheads: [] }, { to: 60 * minute, step: minute }).map(
        ({ level }) => level,
      );
    assert.deepEqual(levels(minutes(() => 25)), []);
    assert.deepEqual(levels(minutes(() => Number.NaN)), []);
    assert.deepEqual(levels(minutes((at) => (at < 30 ? 0 : 26))), ['attention']);
    assert.deepEqual(levels(minutes((at) => (at < 31 ? 0 : 26))), ['info'], 'for 29 minutes');
    assert.deepEqual(levels(minutes((at) => (at === 45 ? Number.NaN : 26))), ['info'], 'not a number between');
    assert.deepEqual(levels(minutes((at) => (at > 40 && at < 46 ? undefined : 26))), ['info'], 'a gap');
    assert.deepEqual(
      levels(minutes((at) => (at < 45 ? undefined : 26))),
      ['info'],
      'no more than 15 minutes are there',
    );
    // The operator was restarted. The remaining series of the previous operator doesn't count, even while it still
    // exists.
    const before = minutes(() => 60);
    const now = minutes((at) => (at < 50 ? undefined : 0));
    assert.deepEqual(levels(before, now), []);
    assert.deepEqual(
      levels(
        minutes((at) => (at < 59 ? 60 : undefined)),
        now,
      ),
      [],
    );
    assert.deepEqual(
      levels(
        now,
        minutes((at) => (at < 55 ? undefined : 60)),
      ),
      ['info'],
    );
  });
  test('reports a failed installation only as information', () => {
    assert.equal(judged('installation', 'installed', [series([0])])[0]?.level, 'info');
    assert.deepEqual(judged('installation', 'installed', [series([1])]), []);
  });
});

describe('sparkline', () => {
  const stretch = { from: 0, to: 8000 };
  test('shows a block for each interval and a dot for missing data', () => {
    assert.equal(sparkline(series([0, 1, 2, 3, 4, 5, 6, 7]).samples, stretch, 8), '▁▂▃▄▅▆▇█');
    assert.equal(
      sparkline(
        [
          { at: 0, value: 2 },
          { at: 7500, value: 1 },
          { at: 9000, value: 9 },
          { at: 100, value: Number.NaN },
        ],
        stretch,
        4,
      ),
      '█··▅',
    );
    assert.equal(sparkline(series([0, 0]).samples, { from: 0, to: 0 }, 2), '▁·');
    assert.equal(sparkline([], stretch, 3), '···');
  });
  test('has a text description', () => {
    const words = (values: readonly number[], to: number) => sparklineText(series(values).samples, { to, step: 1000 });
    assert.equal(words([1, 3, 2], 2000), '2 at the end, 1 to 3 in this time range');
    assert.equal(words([1, 3, 2], 4001), 'Last value 2 (no data since then). In this time range: 1 to 3');
    assert.equal(words([2, Number.NaN], 2000), 'Constant at 2 in this time range');
    assert.equal(words([2, 2], 4001), 'Last value 2 (no data since then). Constant in this time range');
    assert.equal(words([Number.NaN], 0), undefined);
  });
});

describe('metrics formatting', () => {
  test('formats values with units', () => {
    const said: readonly (readonly [number, MetricUnit, string])[] = [
      [1536 * 1024 ** 2, 'bytes', '1.5 GiB'],
      [12, 'bytes', '12 B'],
      [-2048, 'bytes', '-2 KiB'],
      [3.14159, 'milliseconds', '3.14 ms'],
      [12_000, 'milliseconds', '12 s'],
      [511.4, 'latency', '511 ms'],
      [512, 'latency', '≥ 512 ms'],
      [158, 'msPerSecond', '0.16 CPUs'],
      [1000, 'msPerSecond', '1 CPU'],
      [2345, 'msPerSecond', '2.35 CPUs'],
      [0, 'msPerSecond', '0 CPUs'],
      [4.16, 'msPerSecond', '0.0042 CPUs'],
      [1, 'yesNo', 'yes'],
      [0, 'yesNo', 'no'],
      [12_345.6, 'count', '12,346'],
      [0.1 + 0.2, 'percent', '0.3%'],
      [Number.NaN, 'bytes', 'not a number'],
      [Number.NEGATIVE_INFINITY, 'count', 'negative infinity'],
      [1e-9, 'plain', '1.00e-9'],
    ];
    for (const [value, unit, words] of said) assert.equal(formatMetricValue(value, unit), words);
    assert.equal(unitName('count'), '');
    assert.equal(formatAxisValue(600, 'latency'), '600 ms', 'an axis has no last bucket');
    for (const id of ['agentRpc', 'shimRpc'])
      assert.equal(panels.find((panel) => panel.id === id)?.unit, 'latency', id);
  });
  test('shows pods for sandboxes and nodes for addresses in legends, with limited length', () => {
    const directory = {
      nodes: [],
      sandboxes: [{ id: 'f'.repeat(64), pod: 'shop/web' }],
      addresses: new Map([['fd00::1', 'w9']]),
    };
    assert.equal(legendText('sandbox ID {{sandbox_id}}', { sandbox_id: 'f'.repeat(64) }, directory), 'shop/web');
    assert.equal(
      legendText('sandbox ID {{sandbox_id}}', { sandbox_id: 'e'.repeat(64) }, directory),
      `sandbox ID ${'e'.repeat(13)}`,
    );
    assert.equal(legendText('{{node}} {{instance}}', { node: 'w0', instance: '10.0.0.1:8090' }, directory), 'w0');
    assert.equal(legendText('{{node}} {{instance}}', { instance: '10.0.0.1:8090' }, directory), '10.0.0.1:8090');
    assert.equal(legendText('{{node}} {{instance}}', { instance: '[fd00::1]:8090' }, directory), 'w9');
    assert.equal(legendText('{{action}}', { action: 'grpc.CheckRequest' }, emptyDirectory), 'CheckRequest');
    assert.equal(legendText('{{gone}}', {}, emptyDirectory), 'value');
    assert.equal(formatLabels({ __name__: 'up', job: 'j', node: 'w' }), 'up{node="w", job="j"}');
    assert.equal(formatLabels({ __name__: 'up', job: 'a\u202eb\nc' }), 'up{job="a\\u202eb c"}');
    assert.equal(formatLabels({ __name__: 'up', job: 'x'.repeat(1_000_000) }).length, 500);
    assert.equal(legendText('{{action}}', { action: 'x'.repeat(1_000_000) }, emptyDirectory).length, 500);
  });
  test('resolves nodes, sandboxes, pods, and addresses from series', () => {
    const directory = readDirectory({
      series: [
        series([1], { instance: 'b:1', sandbox_id: 's2' }),
        series([1], { instance: 'b:1', sandbox_id: 's1', cri_namespace: 'shop', cri_name: 'web' }),
        series([1], { node: 'a', instance: 'c:1', sandbox_id: 's1' }),
        series([1], {}),
      ],
      warnings: [],
    });
    assert.deepEqual(directory, {
      nodes: [
        { label: 'node', value: 'a' },
        { label: 'instance', value: 'b:1' },
      ],
      sandboxes: [{ id: 's2' }, { id: 's1', pod: 'shop/web', namespace: 'shop' }],
      addresses: new Map(),
    });
    const addresses = readAddresses({
      series: [series([1], { node: 'w1', pod_ip: '10.1.0.7', host_ip: '10.0.0.1' }), series([1], { pod_ip: '1' })],
      warnings: [],
    });
    assert.deepEqual(
      ['10.1.0.7:8090', '10.0.0.1:8090', '10.9.9.9:1'].map((instance) => resolveNodeName(instance, addresses)),
      ['w1', 'w1', '10.9.9.9:1'],
    );
    assert.match(directoryQuery(10), /\[60s\]/);
    assert.match(directoryQuery(1e9), /\[86400s\]/);
  });
});
