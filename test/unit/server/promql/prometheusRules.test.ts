/** Tests expressions of PrometheusRules in every YAML style: the findings and their positions in the file. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';
import { readMarks } from '#test/support/manifests/expectationMarks.ts';

const marked = `# Rules of somebody's own: expressions of every style of YAML. What speaks of nothing of kata is left to others, however broken it is.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: sandboxes
  labels:
    role: alert-rules
spec:
  groups:
    - name: recorded
      interval: 30s
      rules:
        - record: kata_guest:memory_used:bytes
          expr: kata_guest_meminfo{item="mem_total"} - on (sandbox_id) kata_guest_meminfo{item="mem_free"}
        - record: node:other
          expr: sum(((
        - record: "kata_quoted:sum"
          expr: 'sum(kata_guest_lod{item=''load1''})'
          #          ^^^^^^^^^^^^^^ want osc/promql-unknown-metric
        - record: kata_double:sum
          expr: "sum(kata_guest_load{item=\\"load2\\", sandbox_id!=\\"\\"})"
          #                                 ^^^^^ want osc/promql-unknown-metric
    - name: alerts
      rules:
        - alert: ManySandboxes
          expr: |
            sum by (node) (
              kata_monitor_running_shim_cont
        #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want osc/promql-unknown-metric
            ) > 50
          for: 10m
          annotations:
            summary: "{{ $labels.node }} runs {{ $value }} sandboxes"
        - alert: Folded
          expr: >-
            rate(kata_guest_cpu_time{cpu="total"}[5m])
              / on (sandbox_id)
            group_left kata_guest_meminfo{itm="mem_total"}
        #                                 ^^^ want osc/promql-unknown-metric
        - alert: Plain
          expr: kata_guest:memory_used:bytes > 1e9
            and kata_quoted:sum > kata_double:summ
        #                         ^^^^^^^^^^^^^^^^ want osc/promql-unknown-metric
        - alert: Unfinished
          expr: sum(kata_guest_load{item="load1"}
          #        ^ want osc/promql-syntax
        # osc-ignore-next-line promql-unknown-metric: it comes with the next release
        - { alert: Meant, expr: kata_guest_lods > 1 }
        # osc-ignore-next-line promql-unknown-metric: in all of the block
        - expr: |
            kata_guest_lods
          alert: MeantToo
        - alert: LaterFilledIn
          expr: kata_guest_lods{sandbox_id="\${SANDBOX}"}
`;

/** Variants of the document as other systems and editors write it. */
const variants: readonly [name: string, vary: (text: string) => string][] = [
  ['LF line endings', (text) => text],
  ['CRLF line endings', (text) => text.replaceAll('\n', '\r\n')],
  ['no final line break', (text) => text.replace(/\n+$/, '')],
];

const places = (found: readonly { rule?: string | undefined; line: number; column: number; length: number }[]) =>
  found.map(({ rule, line, column, length }) => `${rule ?? ''} ${line}:${column}+${length}`);

describe('PrometheusRule check', () => {
  const { text, marks } = readMarks(marked);
  for (const [name, vary] of variants) {
    test(`reports findings at their positions with ${name}`, async () => {
      assert.deepEqual(places(await check(vary(text), { files: {} })), places(marks));
    });
  }
  test('skips metric names until the workspace is indexed', async () => {
    assert.deepEqual(
      (await check(text)).map(({ rule }) => rule),
      ['osc/promql-syntax'],
    );
  });
  test('recognizes series recorded in other files and suggests the nearest name', async () => {
    const files = { 'records.yaml': text };
    const rule = (expr: string) =>
      `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nspec:\n  groups:\n    - rules:\n        - expr: ${expr}\n`;
    assert.deepEqual(await check(rule('kata_quoted:sum > 1'), { files }), []);
    const [found] = await check(rule('kata_quoted:summ > 1'), { files });
    assert.match(found?.message ?? '', /Did you mean kata_quoted:sum\?$/);
    assert.deepEqual(found?.finding.fixes[0]?.edits[0]?.text, 'kata_quoted:sum');
  });
  test('checks rules in a List and ignores other API groups', async () => {
    const object = (indent: string, apiVersion: string) =>
      [
        'apiVersion: ' + apiVersion,
        'kind: PrometheusRule',
        'spec: { groups: [{ rules: [{ expr: kata_guest_lod }] }] }',
      ].join(`\n${indent}`);
    assert.equal(
      (
        await check(`kind: List\napiVersion: v1\nitems:\n  - ${object('    ', 'monitoring.coreos.com/v1')}\n`, {
          files: {},
        })
      ).length,
      1,
    );
    assert.deepEqual(await check(`${object('', 'example.com/v1')}\n`, { files: {} }), []);
  });
  test('offers a fix unless the expression contains YAML escapes', async () => {
    const found = await check(text, { files: {} });
    const edit = found.find(({ message }) => message.includes('kata_guest_lod,'))?.finding.fixes[0]?.edits[0];
    assert.equal(text.slice(edit?.start, edit?.end), 'kata_guest_lod');
    const escaped = await check(
      text.replace('"sum(kata_guest_load{item=\\"load2\\"', '"sum(kata_guest_load{item=\\"load\\x32\\"'),
      { files: {} },
    );
    const finding = escaped.find(({ message }) => message.includes('never load2'));
    assert.ok(finding !== undefined, 'it is found past an escape');
    assert.deepEqual(finding.finding.fixes, [], 'and not fixed there');
  });
});
