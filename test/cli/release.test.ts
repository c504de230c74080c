/** Tests `osc-tools release`. `OSC_UPDATE_REPORTS=1` rewrites the expected outputs in test/golden/releases. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { root } from '../support/lsp/editor.ts';
import { bad, clean, folderOf, osc } from './osc.ts';

const golden = path.join(root, 'test/golden/releases');

function assertGolden(name: string, actual: string): void {
  const file = path.join(golden, name);
  if (process.env['OSC_UPDATE_REPORTS'] === '1') writeFileSync(file, actual);
  assert.equal(actual, readFileSync(file, 'utf8'), name);
}

describe('release output', () => {
  for (const [name, args] of [
    ['list.txt', ['list']],
    ['list-json.txt', ['list', '--format', 'json']],
    ['list-markdown.txt', ['list', '--format', 'markdown']],
    ['1.12-1.13.txt', ['diff', '1.12', 'v1.13.1']],
    ['1.12-1.13-json.txt', ['diff', '1.12', '1.13', '--format', 'json']],
    ['1.12-1.13-markdown.txt', ['diff', '1.12', '1.13', '--format', 'markdown']],
    ['1.5-1.13.txt', ['diff', '1.5', '1.13']],
    ['1.13-1.14.txt', ['diff', '1.13', '1.14']],
    ['1.13-1.12.txt', ['diff', '1.13', '1.12']],
    ['1.13-1.13.txt', ['diff', '1.13', '1.13.0']],
  ] as const)
    test(name, async () => {
      const { status, stdout, stderr } = await osc(['release', ...args]);
      assert.deepEqual([status, stderr], [0, '']);
      assertGolden(name, stdout);
    });
});

describe('release diff with files', () => {
  const group =
    'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: a\n  namespace: openshift-sandboxed-containers-operator\nspec: {}\n';
  const cwd = folderOf({ 'clean.yaml': clean, 'bad.yaml': bad, 'group.yaml': group });
  const diff = (...args: readonly string[]) => osc(['release', 'diff', ...args], { cwd });

  test('lists the findings that appear and disappear', async () => {
    const { status, stdout } = await diff('1.12', '1.13', 'group.yaml');
    assert.equal(status, 0);
    assert.match(
      stdout,
      /\n1 file: 1 finding appears, 1 disappears\n\+ group\.yaml:6:1 {2}info {5}osc\/operatorgroup-all-namespaces\n- group\.yaml:6:1 {2}error {4}osc\/operatorgroup-all-namespaces\n$/,
    );
  });

  test('exits with code 1 if an error appears', async () => {
    const { status, stdout } = await diff('1.13', '1.12', 'group.yaml', '--format', 'json');
    assert.equal(status, 1);
    const report: unknown = JSON.parse(stdout);
    assert.deepEqual(
      getList(report, 'findings', 'appeared').map((one) => [getString(one, 'severity'), getString(one, 'rule')]),
      [['error', 'osc/operatorgroup-all-namespaces']],
    );
  });

  test('exits with code 0 if both releases have the same error', async () => {
    const { status, stdout } = await diff('1.12', '1.13', 'bad.yaml', 'clean.yaml');
    assert.equal(status, 0);
    assert.match(stdout, /\n2 files: 0 findings appear, 0 disappear\n$/);
  });

  test('exits with code 2 for an unknown release and lists the known ones', async () => {
    const { status, stdout, stderr } = await diff('1.12', '1.99');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /Supported releases: 1\.5, .*, 1\.13, 1\.14 \(not released\)\./);
  });

  test('exits with code 2 for a path that cannot be read', async () => {
    const { status, stdout, stderr } = await diff('1.12', '1.13', 'missing.yaml');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /can't read missing\.yaml/);
  });
});
