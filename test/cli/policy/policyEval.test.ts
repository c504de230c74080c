/** Tests `osc-tools policy eval`. */
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
  test('reads the policy as the guest of a Kata version does', async () => {
    const words = async (...args: readonly string[]) => (await policy(['table', 'p.rego', ...args])).stdout;
    assert.match(await words('--kata-version', '3.29.4'), /^p\.rego for the guest of OSC 1\.13: Rego v0\. .*3\.29\.4/);
    assert.match(await words('--kata-version', '3.30'), /^p\.rego for the guest of OSC 1\.13: Rego v1\. .*3\.30\.0/);
    const { status, stderr } = await policy(['eval', 'p.rego', '--kata-version', '3.3']);
    assert.equal(status, 2);
    assert.match(stderr, /Supported Kata versions: 3\.17 to 4\.1\./);
  });

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
    assert.equal(
      (await policy(['eval', 'p.rego', '--endpoint', 'WaitProcessRequest', '--strict-input'])).stdout,
      '{"result": null, "prints": []}\n',
    ));
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
      /With Rego v0, these verdicts differ from those displayed: ExecProcessRequest: Allowed/,
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
      /trap\.rego: .*With Rego v0, these verdicts differ from those displayed: ExecProcessRequest: Allowed/,
    );
    assert.equal((await policy(['test', 'v1.policy-test.yaml'], { cwd })).stderr, '');
  });
  test('rejects a name that is neither a request nor a rule', async () => {
    for (const [endpoint, expected] of [
      ['ExecProcesRequest', /^osc-tools: unknown request ExecProcesRequest: .+ Did you mean ExecProcessRequest\?\n$/],
      ['createcontainerrequest', /Did you mean CreateContainerRequest\?\n$/],
      ['Nope', /^osc-tools: unknown request Nope: .+ Endpoints: CreateSandboxRequest, /],
    ] as const) {
      const { status, stdout, stderr } = await policy(['eval', 'p.rego', '--endpoint', endpoint]);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, expected);
    }
  });
  test('rejects a function, and a rule in another package', async () => {
    for (const input of ['package agent_policy\nf(x) := x\n', 'package other\nf := 1\n']) {
      const { status, stderr } = await policy(['eval', '-', '--endpoint', 'f'], { input });
      assert.equal(status, 2);
      assert.match(
        stderr,
        /unknown request f: it's neither a request of the agent nor a rule in package agent_policy\./,
      );
    }
  });
  test('evaluates a rule that is not a request, with a note', async () => {
    const input = 'package agent_policy\nimport rego.v1\nExecProcesRequest if input == {}\n';
    const { status, stdout, stderr } = await policy(['eval', '-', '--endpoint', 'ExecProcesRequest'], { input });
    assert.deepEqual(
      [status, stdout, stderr],
      [
        0,
        '{"result": true, "prints": []}\n',
        "osc-tools: ExecProcesRequest isn't a request of the agent. The result is the value of the rule ExecProcesRequest. Did you mean ExecProcessRequest?\n",
      ],
    );
  });
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
