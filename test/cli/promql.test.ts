import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folderOf, osc } from './osc.ts';

const rule = (expr: string) =>
  `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: { name: a }\nspec:\n  groups:\n    - name: a\n      rules:\n        - record: kata_own:sum\n          expr: ${expr}\n`;
const files = { 'q.promql': 'kata_own:sum\n\nkata_guest_lod\n', 'rule.yaml': rule('sum(kata_guest_load'), 'good.yaml': rule('sum(kata_guest_load)') };

describe('PromQL on the command line', { timeout: 60_000 }, () => {
  test('a folder: PromQL, expressions of PrometheusRules, and what these record', async () => {
    const { status, stdout, stderr } = await osc(['lint', '.'], { cwd: folderOf(files) });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, /^q\.promql:3:1: warning: No series kata_guest_lod .*\[osc\/promql-unknown-metric\]$/m);
    assert.match(stdout, /^rule\.yaml:9:20: error: The \( is never closed.*\[osc\/promql-syntax\]$/m);
    assert.match(stdout, /^3 files checked: 1 error, 1 warning/m);
  });
  test('nothing is mended unasked', async () => {
    const { status, stdout } = await osc(['lint', '--fix', 'q.promql'], { cwd: folderOf(files) });
    assert.equal(status, 0);
    assert.match(stdout, /kata_guest_lod/);
  });
});
