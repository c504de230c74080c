import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, osc } from './osc.ts';

const wrong = '{"Filter": {"Statuses": [{"Phase": "Runing"}, {"Conditions.Type": "Whatever"}]}}\n';
const files = {
  'ListEdgeNodes.json': wrong,
  // VKE requests have the same shape, and a package isn't a request.
  'vke/ListNodes.json': wrong,
  'package.json': '{"name": "a", "phase": "Runing"}\n',
  'request.yaml':
    '# POST https://veecp.volcengineapi.com/?Action=ListClusters&Version=2021-03-03\nFilter:\n  Statuses:\n    - Phase: Faild\n',
};

describe('osc-tools lint for edge hosting requests', () => {
  test('checks YAML and only certain JSON requests in a folder', async () => {
    const { status, stdout, stderr } = await osc(['lint', '.'], { cwd: folderOf(files) });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^ListEdgeNodes\.json:1:36: warning: .*Did you mean Running\? \[osc\/edge-filter-phase\]$/m);
    assert.match(stdout, /^ListEdgeNodes\.json:1:67: info: .*\[osc\/edge-filter-condition\]$/m);
    assert.match(stdout, /^request\.yaml:4:14: warning: .*Did you mean Failed\? \[osc\/edge-filter-phase\]$/m);
    assert.match(stdout, /^2 files checked: 0 errors, 2 warnings, 1 informational/m);
  });
  test('fixes a typo with --fix', async () => {
    const cwd = folderOf(files);
    const { status } = await osc(['lint', '--fix', 'ListEdgeNodes.json'], { cwd });
    assert.equal(status, 0);
    assert.equal(readFileSync(path.join(cwd, 'ListEdgeNodes.json'), 'utf8'), wrong.replace('Runing', 'Running'));
  });
});
