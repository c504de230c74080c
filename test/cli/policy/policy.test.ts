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

describe('policy eval', () => {
  test('prints the result with the print output of the policy', async () => {
    const { status, stdout, stderr } = await policy([
      'eval',
      'p.rego',
      '--endpoint',
      'ExecProcessRequest',
      '--input',
      'in.json',
      '--strict-input',
    ]);
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), { result: true, prints: ['agent_policy:10: exec ["ls"]'] });
  });
  test('prints all digits, and sets as sorted lists', async () => {
    const { stdout } = await policy(['eval', 'p.rego', '--endpoint', 'big', '--input', 'in.json']);
    assert.equal(stdout, '{"result": {"n":18446744073709551615,"set":[1,2,3]}, "prints": []}\n');
  });
  test('adds the fields that the agent always sends, unless the input is strict', async () => {
    const text = 'package agent_policy\n\nimport rego.v1\n\nCreateSandboxRequest if count(input.kernel_modules) == 0\n';
    const cwd = folderOf({ 'a.rego': text, 'in.json': '{"sandbox_pidns": false}' });
    const args = ['eval', 'a.rego', '--endpoint', 'CreateSandboxRequest', '--input', 'in.json'];
    const completed = await policy(args, { cwd });
    assert.deepEqual(
      [completed.stdout, completed.stderr],
      [
        '{"result": true, "prints": []}\n',
        'osc-tools: the input has no hostname, dns, storages, sandbox_id, guest_hook_path, and kernel_modules. The agent sends every field, so the defaults were added. To keep the input as it is, use --strict-input.\n',
      ],
    );
    const strict = await policy([...args, '--strict-input'], { cwd });
    assert.deepEqual([strict.stdout, strict.stderr], ['{"result": null, "prints": []}\n', '']);
  });
  test('fails for a policy with a byte order mark, which lint removes', async () => {
    const text = 'package agent_policy\n\ndefault ExecProcessRequest := false\n';
    const cwd = folderOf({ 'a.rego': `\uFEFF${text}` });
    const { status, stdout } = await policy(['eval', 'a.rego', '--endpoint', 'ExecProcessRequest'], { cwd });
    assert.equal(status, 1);
    assert.match(stdout, /byte order mark \(U\+FEFF\)/);
    await policy(['check', '--fix', 'a.rego'], { cwd });
    assert.equal(readFileSync(path.join(cwd, 'a.rego'), 'utf8'), text);
  });
  test('prints undefined as null', async () =>
    assert.equal((await policy(['eval', 'p.rego', '--endpoint', 'None'])).stdout, '{"result": null, "prints": []}\n'));
  test('evaluates in the dialect of the option or the release', async () => {
    const trap = 'package agent_policy\ndefault A := false\nA if { input.x }\n';
    const results = [];
    for (const dialect of ['v0', 'v1'])
      results.push(
        JSON.parse((await policy(['eval', '-', '--endpoint', 'A', '--dialect', dialect], { input: trap })).stdout)
          .result,
      );
    for (const release of ['1.11', '1.12'])
      results.push(
        JSON.parse((await policy(['eval', '-', '--endpoint', 'A', '--release', release], { input: trap })).stdout)
          .result,
      );
    assert.deepEqual(results, [true, false, true, false]);
  });
  test('notes that the result depends on the unknown dialect of the guest', async () => {
    const trap = 'package agent_policy\ndefault ExecProcessRequest := false\nExecProcessRequest if { input.x }\n';
    const args = ['eval', '-', '--endpoint', 'ExecProcessRequest', '--strict-input'];
    const { status, stdout, stderr } = await policy(args, { input: trap });
    assert.deepEqual([status, stdout], [0, '{"result": false, "prints": []}\n']);
    assert.match(
      stderr,
      /is unknown\. This result is for v1\. With v0, the result is true\. To select a version, use --dialect\./,
    );
    for (const more of [
      ['--release', '1.11'],
      ['--dialect', 'v1'],
    ])
      assert.equal((await policy([...args, ...more], { input: trap })).stderr, '');
    const replayed = await policy(['replay', '-', 'log.txt'], { input: trap });
    assert.equal(replayed.status, 0);
    assert.match(
      replayed.stderr,
      /With Rego v0, the verdicts differ from those displayed \(ExecProcessRequest: Allowed\)/,
    );
  });
  test('notes that the results of a policy test depend on the unknown dialect of the guest', async () => {
    const trap = 'package agent_policy\ndefault ExecProcessRequest := false\nExecProcessRequest if { input.x }\n';
    const cases = 'cases:\n  - name: a\n    request: ExecProcessRequest\n    allowed: false\n';
    const cwd = folderOf({
      'trap.rego': trap,
      'trap.policy-test.yaml': cases,
      'v1.policy-test.yaml': `policy: trap.rego\ndialect: v1\n${cases}`,
    });
    const { status, stderr } = await policy(['test', 'trap.rego'], { cwd });
    assert.equal(status, 0);
    assert.match(
      stderr,
      /trap\.rego: .*With Rego v0, the verdicts differ from those displayed \(ExecProcessRequest: Allowed\)/,
    );
    assert.equal((await policy(['test', 'v1.policy-test.yaml'], { cwd })).stderr, '');
  });
  test('suggests a name for a misspelled request', async () =>
    assert.match(
      (await policy(['eval', 'p.rego', '--endpoint', 'ExecProcesRequest'])).stderr,
      /unknown request ExecProcesRequest\. Did you mean ExecProcessRequest\?/,
    ));
  test('reports the position of an error in the policy', async () => {
    const { status, stdout } = await policy(['eval', '-', '--endpoint', 'A'], {
      input: 'package agent_policy\nA := 1\n  B := := 2\n',
    });
    const { error } = JSON.parse(stdout) as { error: { message: string; line: number; column: number } };
    assert.deepEqual([status, error.line, Object.keys(error)], [1, 3, ['message', 'line', 'column']]);
  });
  test('stops an endless policy', async () => {
    const start = performance.now();
    const { status, stdout } = await policy(['eval', 'p.rego', '--endpoint', 'endless']);
    assert.equal(status, 1);
    // A busy computer reaches the time limit of 10 s before the step limit.
    const isTimeLimit = performance.now() - start >= 10_000 && stdout.includes('stopped after 10000 ms');
    const limit = isTimeLimit ? '10000 ms' : String.raw`\d+ steps`;
    const error = String.raw`\{"message":"stopped after ${limit}","line":1\d,"column":\d+\}`;
    assert.match(stdout, new RegExp(String.raw`^\{"error": ${error}\}\n$`));
  });
  test('handles hostile regular expressions', async () => {
    const input =
      'package agent_policy\nA { regex.match(`^(a+)+$`, concat("", [x | _ = numbers.range(1, 20000)[_]; x := "a"])) }\nB { regex.match(`((a{1000}){1000}){1000}`, "a") }\n';
    for (const endpoint of ['A', 'B'])
      assert.match(
        (await policy(['eval', '-', '--endpoint', endpoint, '--dialect', 'v0'], { input })).stdout,
        /^\{"(?:result|error)"/,
      );
  });
  test('escapes control characters in printed results', async () => {
    const { stdout } = await policy(['eval', '-', '--endpoint', 'A'], {
      input: 'package agent_policy\nA := "\\u001b[2J\u202e\u009b"\n',
    });
    assert.equal(stdout, '{"result": "\\u001b[2J\\u202e\\u009b", "prints": []}\n');
  });
  test('exits with 2 for unreadable input and invalid usage', async () => {
    for (const args of [
      ['nowhere.rego', '--endpoint', 'A'],
      ['p.rego', '--endpoint', 'A', '--input', 'p.rego'],
      ['p.rego'],
      ['-', '--endpoint', 'A', '--input', '-'],
      ['p.rego', '--endpoint', 'A', '--dialect', 'v2'],
    ])
      assert.deepEqual(
        [(await policy(['eval', ...args])).status, (await policy(['eval', ...args])).stdout],
        [2, ''],
        args.join(' '),
      );
    assert.match(
      (await policy(['eval', '-', '--endpoint', 'A'], { input: Buffer.from([0xff, 0xfe]) })).stderr,
      /can't read <stdin>: not UTF-8 text/,
    );
  });
});

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
      /^p\.rego for the guest of OSC 1\.12: .*\n\nREQUEST +VERDICT +LINE +OSC 1\.12 DOCUMENTATION EXAMPLE\n/,
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
    assert.match(stderr, /The guest rejects this policy \(line 3: .*\)\. The table shows the intended verdicts\./);
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
