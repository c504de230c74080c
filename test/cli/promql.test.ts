import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, osc } from './osc.ts';

const rule = (expr: string) =>
  `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: { name: a }\nspec:\n  groups:\n    - name: a\n      rules:\n        - record: kata_own:sum\n          expr: ${expr}\n`;
const files = {
  'q.promql': 'kata_own:sum\n\nkata_guest_lod\n',
  'rule.yaml': rule('sum(kata_guest_load'),
  'good.yaml': rule('sum(kata_guest_load)'),
};

describe('osc-tools lint for PromQL', () => {
  test('checks PromQL files and PrometheusRules in a folder, including recorded series', async () => {
    const { status, stdout, stderr } = await osc(['lint', '.'], { cwd: folderOf(files) });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, /^q\.promql:3:1: warning: Unknown series kata_guest_lod, .*\[osc\/promql-unknown-metric\]$/m);
    assert.match(stdout, /^rule\.yaml:9:20: error: The \( isn't closed.*\[osc\/promql-syntax\]$/m);
    assert.match(stdout, /^3 files checked: 1 error, 1 warning/m);
  });
  test('detects the language of standard input from --stdin-filename', async () => {
    const on = (name: string, input: string) =>
      osc(['lint', '--stdin-filename', name, '-'], { cwd: folderOf({}), input });
    const query = await on('sub/q.promql', files['q.promql']);
    assert.match(query.stdout, /^sub\/q\.promql:3:1: warning: Unknown series kata_guest_lod, /m);
    const rego = await on('p.rego', 'package agent_policy\ndefault ExecProcessRequest := \n');
    assert.match(rego.stdout, /^p\.rego:\d+:\d+: error: .*\[osc\/rego-/m);
    const toml = await on('i.toml', 'version = "0.1.0"\nalgorithm = "sha257"\n[data]\n"aa.toml" = \'\'\'\n\'\'\'\n');
    assert.match(toml.stdout, /^i\.toml:2:\d+: error: .*\[osc\/initdata-/m);
    const yaml = await on('k.yaml', rule('sum(kata_guest_load'));
    assert.match(yaml.stdout, /^k\.yaml:9:20: error: /m);
    // `--stdin-filename` only sets the language. `osc-tools` neither reads nor writes the file of that name.
    const folder = folderOf(files);
    const fixed = await osc(['lint', '--fix', '--stdin-filename', 'q.promql', '-'], {
      cwd: folder,
      input: 'kata_own:sum\n',
    });
    assert.equal(fixed.stdout, 'kata_own:sum\n');
    assert.equal(readFileSync(path.join(folder, 'q.promql'), 'utf8'), files['q.promql']);
  });
  test("doesn't apply name suggestions with --fix", async () => {
    const { status, stdout } = await osc(['lint', '--fix', 'q.promql'], { cwd: folderOf(files) });
    assert.equal(status, 0);
    assert.match(stdout, /kata_guest_lod/);
  });
});
