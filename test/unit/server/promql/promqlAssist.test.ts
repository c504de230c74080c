/** Tests completion and hovers for PromQL, and the responses to the query box of the metrics view. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { handleAssist } from '#server/promql/answerAssist.ts';

const about = {
  severities: new Map(),
  workspace: { records: new Set(['kata_own:sum']) },
  onError: (message: string) => {
    throw new Error(message);
  },
};
const at = (marked: string) =>
  handleAssist({ text: marked.replace('\u00a6', ''), offset: marked.indexOf('\u00a6') }, about);
const offered = (marked: string) =>
  at(marked).completions.map(({ insertText, start, end }) => `${insertText} ${start}-${end}`);

describe('PromQL completion', () => {
  test('offers series, aggregations, and functions that replace the typed text', () => {
    const { completions } = at('sum(kata_gu\u00a6e)');
    assert.deepEqual(new Set(completions.map(({ kind }) => kind)), new Set(['series', 'aggregation', 'function']));
    const load = completions.find(({ label }) => label === 'kata_guest_load');
    assert.deepEqual([load?.start, load?.end, load?.detail], [4, 12, 'gauge']);
    assert.match(load?.help ?? '', /Guest load averages/);
    const names = completions.map(({ label }) => label);
    for (const name of ['kata_own:sum', 'rate', 'topk', 'kata_shim_rpc_durations_histogram_milliseconds_bucket'])
      assert.ok(names.includes(name), name);
    assert.ok(!names.includes('kata_shim_rpc_durations_histogram_milliseconds'), 'there is no such series');
  });
  test('offers the labels of the series in braces', () => {
    assert.deepEqual(offered('kata_guest_cpu_time{\u00a6').slice(0, 3), [
      'cpu 20-20',
      'item 20-20',
      'sandbox_id 20-20',
    ]);
    assert.deepEqual(
      offered('kata_guest_load{item="load1", sand\u00a6box}').filter((one) => one.startsWith('sandbox_id')),
      ['sandbox_id 30-37'],
    );
    assert.ok(
      !offered('kata_monitor_scrape_durations_histogram_milliseconds_sum{\u00a6}').some((one) => one.startsWith('le ')),
    );
  });
  test('offers the labels of the operands in groupings', () => {
    for (const word of ['by', 'without', 'on', 'ignoring', 'group_left'])
      assert.deepEqual(
        offered(`kata_hypervisor_fds + ${word} (\u00a6)`).filter((one) => /^(?:item|sandbox_id) /.test(one)).length,
        1,
        word,
      );
  });
  test('offers label values with quotation marks or inside them', () => {
    assert.deepEqual(offered('kata_guest_load{item=\u00a6}'), ['"load1" 21-21', '"load15" 21-21', '"load5" 21-21']);
    assert.deepEqual(offered('kata_guest_load{item=~"lo\u00a6ad1"}'), ['load1 23-28', 'load15 23-28', 'load5 23-28']);
    assert.deepEqual(offered('kata_guest_load{item="\u00a6'), ['load1 22-22', 'load15 22-22', 'load5 22-22']);
  });
  test('offers durations and operators, but nothing in comments, numbers, and other strings', () => {
    assert.ok(offered('rate(x[\u00a6').includes('5m 7-7'));
    assert.ok(offered('x offset 1\u00a6').includes('1h 9-10'));
    assert.ok(offered('kata_guest_load \u00a6').includes('unless 16-16'));
    for (const text of ['x # k\u00a6', 'label_replace(x, "k\u00a6', '1\u00a6'])
      assert.deepEqual(offered(text), [], text);
  });
  test('offers a new expression after an empty line, an operator, or a grouping', () => {
    for (const text of ['kata_guest_load\n\n\u00a6', 'sum by (a) \u00a6', 'x and \u00a6', 'x + on (a) \u00a6'])
      assert.ok(
        offered(text).some((one) => one.startsWith('kata_guest_load ')),
        text,
      );
  });
});

describe('PromQL hover', () => {
  const explained = (marked: string) => at(marked).hover?.markdown ?? '';
  test('describes a series, its labels, its availability, and its alert', () => {
    assert.match(
      explained('sum(kata_guest_lo\u00a6ad)'),
      /Guest load averages[^]*GetMetricsRequest[^]*`load1`, `load15`, `load5`/,
    );
    assert.match(
      explained('kata_shim_go_threads\u00a6'),
      /Only the Go runtime has this series\. OSC uses it with Kata 3\./,
    );
    assert.match(explained('kata_remote_workload_failure_rat\u00a6io'), /KataRemoteWorkloadFailureHigh/);
    assert.match(
      explained('kata_shim_rpc_durations_histogram_milliseconds_buck\u00a6et'),
      /observations less than or equal to `le`/,
    );
  });
  test('describes labels, values, functions, and keywords', () => {
    assert.match(explained('kata_guest_cpu_time{c\u00a6pu="0"}'), /Guest CPU number/);
    assert.match(explained('kata_guest_cpu_time{cpu="tot\u00a6al"}'), /Guest CPU number/);
    assert.match(explained('sum by (cri_na\u00a6me) (x)'), /Identifies the pod in the sandbox/);
    assert.match(explained('ra\u00a6te(x[5m])'), /^`rate\(range\)`/);
    assert.equal(explained('si\u00a6n(x)'), '`sin(v)`');
    assert.match(explained('a unl\u00a6ess b'), /^`unless`/);
    for (const text of ['u\u00a6p', '1\u00a6 + 2', '"ra\u00a6te"', '# ra\u00a6te'])
      assert.equal(explained(text), '', text);
  });
});

describe('query box of the metrics view', () => {
  test('reports problems with their rule and replacement', () => {
    const { problems } = at('kata_guest_lod\u00a6');
    assert.deepEqual(
      problems.map(({ rule, severity, start, end, replacement }) => ({ rule, severity, start, end, replacement })),
      [{ rule: 'osc/promql-unknown-metric', severity: 'warning', start: 0, end: 14, replacement: 'kata_guest_load' }],
    );
    assert.deepEqual(at('kata_own:sum\u00a6').problems, []);
  });
  test('responds to malformed and oversized requests', () => {
    for (const sent of [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { text: 1, offset: 'x' },
      { text: 'up', offset: -5 },
      { text: 'up', offset: 1e9 },
      { text: 'up', offset: Number.NaN },
    ])
      assert.deepEqual(handleAssist(sent, about).problems, []);
    const { completions, problems } = handleAssist({ text: 'kata_lo '.repeat(20_000), offset: 3 }, about);
    assert.deepEqual([completions, problems], [[], []]);
  });
});
