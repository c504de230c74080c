import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
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
const log =
  '["ep":"CreateContainerRequest",{}],\n["ep":"ExecProcessRequest",{"process":{"Args":["rm"]}}],\n["ep":"WaitProcessRequest",{}],\n';
const files = { 'p.rego': rego, 'log.txt': log, 'in.json': '{"process":{"Args":["ls"]},"n":18446744073709551615}' };
const policy = (args: readonly string[], setting: Parameters<typeof osc>[1] = {}) =>
  osc(['policy', ...args], { cwd: folderOf(files), ...setting });

describe('policy table', () => {
  test('prints verdicts as JSON', async () => {
    const { status, stdout } = await policy(['table', 'p.rego', '--format', 'json']);
    const rows = JSON.parse(stdout) as Record<string, unknown>;
    assert.equal(status, 0);
    assert.deepEqual(
      ['ExecProcessRequest', 'CreateContainerRequest', 'WaitProcessRequest'].map((name) => rows[name]),
      [
        { verdict: 'conditional', line: 9 },
        { verdict: 'allowed', line: 7 },
        { verdict: 'undefined', line: null },
      ],
    );
  });
  test('prints verdicts as text with a comparison policy', async () => {
    const { status, stdout } = await policy(['table', 'p.rego', '--base', 'docs-1.12']);
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^p\.rego for the guest of OSC 1\.13: .*\n\nREQUEST +VERDICT +LINE +OSC 1\.12 DOCUMENTATION EXAMPLE\n/,
    );
    assert.match(stdout, /^ExecProcessRequest +Depends on the request +9 +Depends on the request$/m);
    assert.match(stdout, /^WaitProcessRequest +Undefined +- +Allowed +differs$/m);
    assert.match(stdout, /^CreateContainerRequest +Allowed +7 +Allowed +risk$/m);
  });
  test('compares with a policy file', async () =>
    assert.match((await policy(['table', 'p.rego', '--base', 'p.rego'])).stdout, /  p\.rego\n/));
  test('reports that the guest reads the policy differently', async () => {
    const { stdout, stderr } = await policy(['table', '-', '--release', '1.11'], {
      input: 'package agent_policy\nExecProcessRequest if {\n  input.x\n}\n',
    });
    assert.match(stdout, /^ExecProcessRequest +Allowed +2 .*risk$/m);
    assert.match(stderr, /some verdicts differ from the intended ones: ExecProcessRequest: Allowed\./);
  });
  test('shows the intended verdicts and exits with 1 if the guest rejects the policy', async () => {
    const input =
      'package agent_policy\ndefault ExecProcessRequest := false\nExecProcessRequest if { "ls" in input.process.Args }\n';
    const { status, stdout, stderr } = await policy(['table', '-', '--release', '1.11', '--format', 'json'], { input });
    assert.deepEqual(
      [status, (JSON.parse(stdout) as Record<string, unknown>)['ExecProcessRequest']],
      [1, { verdict: 'conditional', line: 3 }],
    );
    assert.match(
      stderr,
      /The guest rejects this policy \(line 3: .*\)\. The displayed verdicts are the intended ones\./,
    );
    assert.equal((await policy(['table', '-', '--format', 'json'], { input })).status, 0);
  });
  test('rejects an unknown comparison policy', async () =>
    assert.equal((await policy(['table', 'p.rego', '--base', 'none'])).status, 2));
});

describe('policy replay and test', () => {
  test('prints replay results as JSON', async () => {
    const { status, stdout } = await policy(['replay', 'p.rego', 'log.txt', '--format', 'json']);
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), [
      { endpoint: 'CreateContainerRequest', result: true, prints: [] },
      { endpoint: 'ExecProcessRequest', result: false, prints: ['agent_policy:10: exec ["rm"]'] },
      { endpoint: 'WaitProcessRequest', result: null, prints: [] },
    ]);
  });
  test('prints replay results as text', async () => {
    const { stdout } = await policy(['replay', 'p.rego', '-'], { input: log });
    assert.match(
      stdout,
      /^ {4}2 {2}ExecProcessRequest +Denied\n {7}p\.rego:11:5: `"ls" in input\.process\.Args` is false\.\n {7}print: agent_policy:10: exec \["rm"\]$/m,
    );
    assert.match(stdout, /^3 requests: 1 allowed, 1 denied, 1 undefined\.\n$/m);
  });
  test('converts replayed requests to a policy test', async () => {
    const cwd = folderOf(files);
    const { stdout } = await policy(['replay', 'p.rego', 'log.txt', '--cases'], { cwd });
    const passing = await policy(['test', '-'], { cwd, input: stdout });
    assert.deepEqual([passing.status, passing.stderr], [0, '']);
    assert.match(passing.stdout, /3 test cases: 3 passed, 0 failed\.\n$/);
    const failing = await policy(['test', '-'], { cwd, input: stdout.replace('allowed: false', 'allowed: true') });
    assert.equal(failing.status, 1);
    assert.match(
      failing.stdout,
      /FAIL {2}<stdin>:\d+: Line 2: ExecProcessRequest\n {6}expected Allowed, got Denied\n {6}Line 11: /,
    );
  });
  test('finds a test by its own name or the name of its policy', async () => {
    const cwd = folderOf({
      'a/p.rego': rego,
      'a/p.policy-test.yaml': 'cases:\n  - request: CreateContainerRequest\n    allowed: true\n',
    });
    for (const name of ['p.rego', 'p.policy-test.yaml']) {
      const { status, stdout } = await policy(['test', path.join('a', name), '--format', 'json'], { cwd });
      assert.equal(status, 0);
      assert.deepEqual(JSON.parse(stdout), [
        { file: path.join('a', 'p.policy-test.yaml'), line: 2, name: 'test case 1', passed: true },
      ]);
    }
  });
  test('names the JSON Schema of the test cases, which schema export writes', async () => {
    const cwd = folderOf(files);
    const { stdout } = await policy(['replay', 'p.rego', 'log.txt', '--cases'], { cwd });
    assert.match(stdout, /^# yaml-language-server: \$schema=policy-test\.schema\.json\npolicy: "p\.rego"\n/);
    assert.equal((await osc(['schema', 'export', '.'], { cwd })).status, 0);
    assert.match(readFileSync(path.join(cwd, 'policy-test.schema.json'), 'utf8'), /"title": "Agent policy tests/);
  });
  test('escapes control characters in test cases without changing the values', async () => {
    const odd = '\u009b2J\u202e';
    const cwd = folderOf({
      ...files,
      'log.txt': `["ep":"ExecProcessRequest",{"process":{"Args":["ls","${odd}"]}}],\n`,
    });
    const { stdout } = await policy(['replay', 'p.rego', 'log.txt', '--cases'], { cwd });
    assert.ok(!/[\u0080-\u009f\u202e]/.test(stdout) && stdout.includes('\\u009b2J\\u202e'), stdout);
    assert.equal((await policy(['test', '-'], { cwd, input: stdout })).status, 0);
  });
  test('rejects a policy of a test outside the folder or without the .rego extension', async () => {
    const cases = 'cases:\n  - { request: CreateContainerRequest, allowed: true }\n';
    const cwd = folderOf({
      'secret.rego': rego,
      'w/p.rego': rego,
      'w/p.txt': rego,
      'w/t/out.policy-test.yaml': `policy: ../../secret.rego\n${cases}`,
      'w/t/text.policy-test.yaml': `policy: ../p.txt\n${cases}`,
      'w/t/up.policy-test.yaml': `policy: ../p.rego\n${cases}`,
    });
    const run = (name: string, folder: string) =>
      policy(['test', path.join(cwd, 'w', 't', `${name}.policy-test.yaml`)], { cwd: path.join(cwd, folder) });
    for (const name of ['out', 'text']) {
      const { status, stderr } = await run(name, 'w');
      assert.equal(status, 2);
      assert.match(stderr, /must be a \.rego file under the folder/);
    }
    assert.equal((await run('up', 'w')).status, 0);
    assert.equal((await run('up', 'w/t')).status, 2);
  });
  test('fails if there is nothing to run', async () => {
    assert.equal((await policy(['test', 'p.rego'])).status, 2);
    assert.equal((await policy(['test', '-'], { input: 'policy: p.rego\ncases: []\n' })).status, 2);
    assert.equal((await policy(['replay', 'p.rego', '-'], { input: '' })).status, 2);
    assert.equal((await policy(['replay', '-', 'log.txt'], { input: 'package agent_policy\nx := :=\n' })).status, 1);
  });
});

describe('policy check and lint', () => {
  const bad = 'package agent_policy\ndefault ExecProcessRequest := fals\n';
  test('prints the same findings in every format', async () => {
    const cwd = folderOf({ 'p.rego': bad });
    const text = await policy(['check', 'p.rego'], { cwd });
    assert.equal(text.status, 1);
    assert.match(text.stdout, /^p\.rego:2:31: error: .*\[osc\/rego-/m);
    const json = JSON.parse((await policy(['check', 'p.rego', '--format', 'json'], { cwd })).stdout) as {
      file: string;
    }[];
    assert.ok(json.length > 0 && json.every(({ file }) => file === 'p.rego'));
    const sarif = JSON.parse((await policy(['check', 'p.rego', '--format', 'sarif'], { cwd })).stdout) as {
      runs: { results: unknown[] }[];
    };
    assert.equal(sarif.runs[0]?.results.length, json.length);
    assert.equal(
      (await osc(['lint', 'p.rego', '--format', 'json'], { cwd })).stdout,
      `${JSON.stringify(json, null, 2)}\n`,
    );
  });
  test('treats standard input as a policy', async () =>
    assert.match((await policy(['check', '-'], { input: bad })).stdout, /^<stdin>:2:31: error/m));
  test('names manifests that policy check does not read', async () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n';
    const cwd = folderOf({ 'my-pod.yaml': pod, 'm/pod.yaml': pod, 'p.rego': bad });
    const said =
      'osc-tools: my-pod.yaml was not checked because policy check reads only policies and initdata. ' +
      'To check it, use osc-tools lint.\n';
    assert.deepEqual(await policy(['check', 'my-pod.yaml'], { cwd }), {
      status: 2,
      stdout: '0 files checked.\n',
      stderr: said,
    });
    assert.deepEqual(await policy(['check', 'm'], { cwd }), {
      status: 2,
      stdout: '0 files checked.\n',
      stderr: 'osc-tools: nothing to check in m\n',
    });
    const both = await policy(['check', 'my-pod.yaml', 'p.rego'], { cwd });
    assert.deepEqual([both.status, both.stderr], [1, said]);
    assert.deepEqual((await policy(['check', '.'], { cwd })).stderr, '');
  });
  test('rejects other Rego in policy check and ignores it in lint', async () => {
    const cwd = folderOf({ 'o.rego': 'package other\nx := fals\n' });
    const { status, stderr } = await policy(['check', 'o.rego'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /not an agent policy/);
    assert.deepEqual(
      [(await osc(['lint', 'o.rego'], { cwd })).status, (await osc(['lint', 'o.rego'], { cwd })).stdout],
      [0, '1 file checked, no problems found.\n'],
    );
  });
  test('includes only agent policies and initdata of a folder', async () => {
    const toml = `algorithm = "md5"\nversion = "0.1.0"\n[data]\n"policy.rego" = '''\n${bad}'''\n`;
    const cwd = folderOf({
      'p.rego': bad,
      'o.rego': 'package other\nx := fals\n',
      'i.toml': toml,
      'Cargo.toml': '[package]\n',
      'b.toml': Buffer.from([0xff]),
      'none/o.rego': 'package x\n',
    });
    const { stdout, stderr } = await osc(['lint', '.', '--format', 'json'], { cwd });
    assert.equal(stderr, '');
    assert.deepEqual(
      new Set((JSON.parse(stdout) as { file: string }[]).map(({ file }) => file)),
      new Set(['p.rego', 'i.toml']),
    );
    assert.match((await osc(['lint', 'none'], { cwd })).stderr, /nothing to check in none/);
  });
  test('applies safe fixes', async () => {
    const cwd = folderOf({
      'p.rego':
        'package agent_policy\ndefault ExecProcessRequest := false\nExecProcessRequest if {\n  input.x == 1\n}\n',
    });
    const before = readFileSync(path.join(cwd, 'p.rego'), 'utf8');
    const problems = JSON.parse(
      (await osc(['lint', 'p.rego', '--release', '1.11', '--format', 'json'], { cwd })).stdout,
    ) as { fixable: boolean }[];
    assert.ok(problems.some(({ fixable }) => fixable));
    await osc(['lint', 'p.rego', '--release', '1.11', '--fix'], { cwd });
    const after = readFileSync(path.join(cwd, 'p.rego'), 'utf8');
    assert.notEqual(after, before);
    assert.match(after, /import (?:future\.keywords\.if|rego\.v1|future\.keywords)/);
  });
});
