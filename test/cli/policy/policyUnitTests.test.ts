/** Tests Rego unit tests, coverage, and traces on the command line. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { folderOf, osc } from '../osc.ts';

const rego = `package agent_policy

import future.keywords.if
import future.keywords.in

default ExecProcessRequest := false
default CreateContainerRequest := true

ExecProcessRequest if {
    print("exec", input.process.Args)
    "ls" in input.process.Args
}
big := {"n": input.n, "set": {3, 1, 2}}
endless if {
    some i in numbers.range(1, 100000)
    some j in numbers.range(1, 100000)
    i == j + 100001
}
`;
const files = { 'p.rego': rego, 'in.json': '{"process":{"Args":["ls"]}}' };
const policy = (args: readonly string[], setting: Parameters<typeof osc>[1] = {}) =>
  osc(['policy', ...args], { cwd: folderOf(files), ...setting });

describe('Rego unit tests', () => {
  const unitTest = `package agent_policy

import future.keywords.if

test_ls_allowed if ExecProcessRequest with input as {"process": {"Args": ["ls"]}}

test_rm_allowed if {
    ExecProcessRequest with input as {"process": {"Args": ["rm"]}}
}
`;
  const passing = unitTest.replaceAll('test_rm_allowed if {\n    Exec', 'test_rm_denied if {\n    not Exec');

  test('run with the policy in the same folder, or among the specified files', async () => {
    const cwd = folderOf({ 'p.rego': rego, 'p_test.rego': passing, 'tests/q_test.rego': passing });
    for (const paths of [['p_test.rego'], ['p.rego'], ['tests/q_test.rego', 'p.rego'], ['.']]) {
      const { status, stdout } = await policy(['test', ...paths, '--dialect', 'v0'], { cwd });
      assert.equal(status, 0, stdout);
      assert.match(stdout, /^ok {4}\S+_test\.rego:5: test_ls_allowed$/m);
    }
    const alone = await policy(['test', 'tests/q_test.rego'], { cwd });
    assert.deepEqual([alone.status, alone.stdout], [2, '0 test cases: 0 passed, 0 failed.\n']);
    assert.match(alone.stderr, /q_test\.rego: Found no policy in package agent_policy\./);
  });
  test('fail with the line and the reason', async () => {
    const cwd = folderOf({ 'p.rego': rego, 'p_test.rego': unitTest });
    const { status, stdout } = await policy(['test', 'p_test.rego', '--format', 'json', '--dialect', 'v1'], { cwd });
    assert.equal(status, 1);
    assert.deepEqual(JSON.parse(stdout), [
      { file: 'p_test.rego', line: 5, name: 'test_ls_allowed', passed: true },
      {
        file: 'p_test.rego',
        line: 7,
        name: 'test_rm_allowed',
        passed: false,
        message:
          'Line 8: `ExecProcessRequest with input as {"process": {"Args": ["rm"]}}` is false.\nagent_policy:10: exec ["rm"]',
      },
    ]);
  });
  test('that never end are stopped and fail', async () => {
    const cwd = folderOf({
      'p.rego': rego,
      'p_test.rego': 'package agent_policy\n\nimport future.keywords.if\n\ntest_endless if endless\n',
    });
    const { status, stdout } = await policy(['test', 'p_test.rego', '--dialect', 'v1'], { cwd });
    assert.equal(status, 1);
    assert.match(stdout, /^FAIL {2}p_test\.rego:5: test_endless\n {6}.*stopped after 5000000 steps$/m);
  });
  test('show which lines and rule bodies of the policy ran', async () => {
    const cwd = folderOf({ 'p.rego': rego, 'p_test.rego': passing });
    const { status, stdout } = await policy(['test', 'p_test.rego', '--coverage', '--dialect', 'v1'], { cwd });
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^p\.rego: 3 of 8 lines and 1 of 3 rule bodies ran\.\n {6}Lines that didn't run: 13-17\n {6}Rule bodies that didn't run:\n {8}line 13: big\n {8}line 14: endless\n$/m,
    );
    const json = await policy(['test', 'p.rego', '--coverage', '--format', 'json', '--dialect', 'v1'], { cwd });
    const { tests, coverage } = JSON.parse(json.stdout) as {
      readonly tests: readonly unknown[];
      readonly coverage: readonly { readonly file: string; readonly bodies: readonly unknown[] }[];
    };
    assert.deepEqual([tests.length, coverage[0]?.file, coverage[0]?.bodies.length], [2, 'p.rego', 3]);
  });
  test('name the file that the guest cannot load once', async () => {
    const broken = `${rego}f(x) := 1\nf(x, y) := 2\n`;
    const cwd = folderOf({
      'p.rego': broken,
      'p_test.rego': passing,
      'p.policy-test.yaml':
        'cases:\n  - { name: a, request: big, allowed: true }\n  - { name: b, request: big, allowed: true }\n',
      't/q.rego': rego,
      't/q_test.rego': `${passing}\nf(x) := 1\nf(x, y) := 2\n`,
    });
    const { status, stdout, stderr } = await policy(['test', '.', '--dialect', 'v1'], { cwd });
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^FAIL {2}p\.policy-test\.yaml:2: a\nFAIL {2}p\.policy-test\.yaml:3: b\nFAIL {2}p_test\.rego:5: /m,
    );
    assert.match(stdout, /6 test cases: 0 passed, 6 failed\./);
    assert.deepEqual(stderr.split('\n'), [
      'osc-tools: p.rego:20:1: The guest rejects this policy, so every request fails: data.agent_policy.f was previously defined with 1 arguments.',
      'osc-tools: t/q_test.rego:12:1: data.agent_policy.f was previously defined with 1 arguments.',
      '',
    ]);
    const json = await policy(['test', 'p_test.rego', '--dialect', 'v1', '--format', 'json'], { cwd });
    const [first] = JSON.parse(json.stdout) as readonly { readonly message: string }[];
    assert.match(first?.message ?? '', /^p\.rego:20:1: The guest rejects/);
  });
  test('write an LCOV file, and add the coverage of policy tests', async () => {
    const cwd = folderOf({
      'p.rego': rego,
      'p_test.rego': passing,
      'p.policy-test.yaml': 'cases:\n  - { request: big, input: { n: 1 }, allowed: undefined }\n',
    });
    const { stdout } = await policy(['test', '.', '--coverage-format', 'lcov', '--dialect', 'v1'], { cwd });
    assert.doesNotMatch(stdout, /lines/);
    const lcov = readFileSync(path.join(cwd, 'lcov.info'), 'utf8');
    assert.match(lcov, /^TN:\nSF:p\.rego\nFN:9,ExecProcessRequest\n[^]*\nFNH:2\nDA:9,2\nDA:10,2\n[^]*end_of_record\n$/);
    const failed = await policy(
      ['test', '.', '--coverage-format', 'lcov', '--coverage-file', 'no/such/file', '--dialect', 'v1'],
      { cwd },
    );
    assert.equal(failed.status, 2);
    assert.match(failed.stderr, /can't write no\/such\/file/);
  });

  test('overwrites only LCOV files, and follows no link', async () => {
    const cwd = folderOf({ 'p.rego': rego, 'p_test.rego': passing, outside: 'TN:\n' });
    const write = (file: string) => policy(['test', '.', '--coverage-file', file, '--dialect', 'v1'], { cwd });
    assert.equal((await write('out.info')).status, 0);
    assert.equal((await write('out.info')).status, 0);
    const overwritten = await write('p.rego');
    assert.equal(overwritten.status, 2);
    assert.match(overwritten.stderr, /can't write p\.rego: the file exists and isn't an LCOV file/);
    assert.equal(readFileSync(path.join(cwd, 'p.rego'), 'utf8'), rego);
    if (process.platform === 'win32') return;
    symlinkSync('outside', path.join(cwd, 'link.info'));
    assert.equal((await write('link.info')).status, 2);
    assert.equal(readFileSync(path.join(cwd, 'outside'), 'utf8'), 'TN:\n');
  });
});

test('policy eval prints each evaluated expression with its line and value', async () => {
  const { status, stdout } = await policy([
    'eval',
    'p.rego',
    '--endpoint',
    'ExecProcessRequest',
    '--input',
    'in.json',
    '--strict-input',
    '--trace',
    '--dialect',
    'v1',
  ]);
  assert.equal(status, 0);
  const { result, trace } = JSON.parse(stdout) as { readonly result: boolean; readonly trace: readonly object[] };
  assert.equal(result, true);
  assert.deepEqual(trace, [
    {
      line: 10,
      column: 5,
      rule: 'ExecProcessRequest',
      depth: 0,
      expression: 'print("exec", input.process.Args)',
      value: 'true',
      values: [{ expression: 'input.process.Args', value: '["ls"]' }],
    },
    {
      line: 11,
      column: 5,
      rule: 'ExecProcessRequest',
      depth: 0,
      expression: '"ls" in input.process.Args',
      value: 'true',
      values: [{ expression: 'input.process.Args', value: '["ls"]' }],
    },
  ]);
});
