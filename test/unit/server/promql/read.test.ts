/** Tests how PromQL is parsed, which errors are reported, and the exceptions of the rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPromql } from '#server/promql/readPromql.ts';
import { check } from '#test/support/manifests/checkText.ts';

const found = async (text: string) =>
  (await check(text, { language: 'promql', files: {} })).map(
    ({ severity, finding, message }) => `${severity} ${text.slice(finding.start, finding.end)}: ${message}`,
  );
const one = async (text: string) => {
  const all = await found(text);
  assert.equal(all.length, 1, all.join('\n'));
  return all[0] ?? '';
};

describe('PromQL parser', () => {
  test('reports an unclosed bracket at its position and still checks the next queries', async () => {
    assert.deepEqual(
      await found('up\n\nsum by (node) (kata_hypervisor_fds\n\nsum(kata_guest_load)\n\nkata_guest_loda'),
      [
        "error (: The ( isn't closed. Add ).",
        'warning kata_guest_loda: Unknown series kata_guest_loda, so the query probably returns no data. Did you mean kata_guest_load?',
      ],
    );
    // Empty lines can be part of one query. Then only one message is reported.
    assert.equal((await found('sum(\n\nrate(kata_guest_cpu_time[5m])\n\n+ (1\n\n)')).length, 1);
  });

  test('parses series, matchers, functions, and groupings', () => {
    const { selectors, calls, groupings, problems } = readPromql(
      'sum by (sandbox_id, cri_name) (rate(a{x="1", y=~\'b|c\'}[5m])) / on (z) group_left (w) {"quoted", "l"!="v"} # kata_x',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      selectors.map(({ name, range, matchers }) => [
        name?.name,
        range,
        matchers.map(({ label, operator, value }) => `${label.name}${operator}${value}`),
      ]),
      [
        ['a', true, ['x=1', 'y=~b|c']],
        ['quoted', false, ['l!=v']],
      ],
    );
    assert.deepEqual(
      calls.map(({ name, argument }) => [name.name, argument?.name?.name]),
      [
        ['sum', undefined],
        ['rate', 'a'],
      ],
    );
    assert.deepEqual(
      groupings.map(({ word, labels, selectors: of }) => [word, labels.map(({ name }) => name).join(), of.length]),
      [
        ['by', 'sandbox_id,cri_name', 1],
        ['on', 'z', 2],
        ['group_left', 'w', 2],
      ],
    );
  });
  test('parses several queries, and one that contains an empty line', () => {
    assert.deepEqual(
      readPromql('# one\nkata_a\n\n# two\nsum(\n\n  kata_b\n)\n').selectors.map(({ name }) => name?.name),
      ['kata_a', 'kata_b'],
    );
    assert.deepEqual(readPromql('a\n\n  + b').problems, []);
    assert.equal(readPromql('a +\n\nb c').problems.length, 1);
  });
  test('accepts a file with only comments', () => assert.deepEqual(readPromql(' # only a comment\n').problems, []));
  test('skips queries that are too long or too deep', () => {
    assert.deepEqual(readPromql(`${'('.repeat(50_000)}x`).problems, []);
    assert.deepEqual(readPromql(`sum(${' '.repeat(100_000)}`).problems, []);
  });
});

describe('PromQL syntax check', () => {
  const cases: readonly [text: string, said: RegExp][] = [
    ['sum(kata_guest_load', /^error \(: The \( isn't closed/],
    ['kata_guest_load{item="load1', /^error "load1: The " isn't closed/],
    ['kata_guest_load)', /^error \): This \) has no matching/],
    ['kata_guest_load +', /^error \+: The query is incomplete/],
    ['kata_a kata_b', /^error kata_b: .*operator is missing/],
    ['sum by (a b) (x)', /^error b: .*comma/],
    ['x{a=b}', /^error b: .*label values in quotes/],
    ['x{a=\u201Cb\u201D}', /^error \u201C: Typographic quotation marks/],
    ['x{a=~"\\d"}', /^error \\d: .*two backslashes/],
    ['x{a=~"a\\|b"}', /^error \\\|: .*Write only \|/],
    ['irat(x[5m])', /^error irat: .*Did you mean irate/],
    // Thanos and VictoriaMetrics have these functions. Their names resemble others but aren't typos.
    ['xrate(x[5m])', /^info xrate: Unknown function/],
    ['sum2(x)', /^info sum2: Unknown function/],
    // Resembles more than one function.
    ['cosn(x)', /^info cosn: Unknown function/],
    // Name of the function in Prometheus 2.
    ['holt_winters(x[5m], 1, 1)', /^info holt_winters: /],
  ];
  for (const [text, said] of cases)
    test(`reports the problem in ${text}`, async () => assert.match(await one(text), said));
  test('accepts the escapes that Prometheus accepts', async () => {
    assert.deepEqual(await found('x{a=~"\\\\d \\" \\n \\x41 \\u00e9", b=`\\d`, c=\'\\\'\'}'), []);
  });
});

describe('PromQL metric check', () => {
  const silent: readonly string[] = [
    'up{item="x"} + container_memory_usage_bytes',
    'kata_agent_threads',
    'cluster:kata_monitor_running_shim_count:sum',
    'histogram_quantile(0.9, sum by (le, action) (rate(kata_shim_agent_rpc_durations_histogram_milliseconds_bucket[5m])))',
    'kata_shim_go_gc_duration_seconds{quantile="0.5"} + kata_shim_go_gc_duration_seconds_sum',
    // Relabeling can add any label, and a value of an open set can come from another release.
    'kata_guest_load{cluster="a", item="load1"}',
    'kata_guest_vm_stat{item="brand_new"}',
    'kata_shim_agent_rpc_durations_histogram_milliseconds_count{action="grpc.NewRequest"}',
    'kata_guest_load{item=~"load.*"} or kata_guest_load{item=~"load1|load7"} or kata_guest_load{item!="load7"}',
    // The query itself creates these labels.
    'sum by (itm) (label_replace(kata_guest_load, "itm", "$1", "item", "(.*)"))',
    'irate(kata_guest_cpu_time{cpu="total", item=~"irq|softirq|system|user"}[5m])',
    'deriv(kata_guest_meminfo{item="mem_free"}[5m]) + rate(max_over_time(kata_guest_load[5m])[1h:5m])',
    // Context switches are counters. In the others, the item isn't certain.
    'rate(kata_shim_proc_status{item="voluntary_ctxt_switches"}[5m]) + irate(kata_agent_proc_status{item=~"vmrss|nonvoluntary_ctxt_switches"}[5m])',
    'rate(kata_hypervisor_proc_status[5m]) + rate(kata_shim_proc_status{item!="vmrss"}[5m]) + rate(kata_shim_proc_status{item=~".*switches"}[5m])',
    '# osc-ignore-next-line promql-unknown-metric: soon\nkata_guest_lod',
  ];
  for (const text of silent) test(`accepts ${text.slice(0, 90)}`, async () => assert.deepEqual(await found(text), []));
  const said: readonly [text: string, wanted: RegExp][] = [
    ['kata_brand_new_thing', /^info kata_brand_new_thing: Unknown series/],
    ['kata_shim_rpc_durations_histogram_milliseconds', /^info .*_bucket, _sum, and _count/],
    ['kata_shim_rpc_durations_histogram_milliseconds_sum{le="1"}', /^warning le: .*has no label le/],
    ['kata_hypervisor_fds{item="x"}', /^warning item: .*has no label item/],
    ['sum by (sanbox_id) (kata_guest_load)', /^warning sanbox_id: .*sandbox_id/],
    ['kata_guest_load{item=~"x|y"}', /^warning x\|y: /],
    ['{__name__="kata_guest_lod"}', /^warning kata_guest_lod: /],
    ['rate(kata_shim_proc_status{item=~"vmrss|vmsize"}[5m])', /^info rate: .*deriv/],
    ['increase(kata_monitor_running_shim_count[1h])', /^info increase: .*delta/],
  ];
  for (const [text, wanted] of said)
    test(`reports the problem in ${text}`, async () => assert.match(await one(text), wanted));
});
