import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { getPolicyFileName, runTest, testSteps, toCase } from '#server/policy/tests/policyTest.ts';
import { readTestFile } from '#server/policy/tests/policyTestFile.ts';
import { parseRegoJson } from '#server/policy/rego/values/parseJson.ts';

const policy = new Policy(`package agent_policy
import rego.v1
default ExecProcessRequest := false
ExecProcessRequest if {
  print("asked", input.process.Args)
  input.process.Args[0] == "ls"
}
CopyFileRequest if input.n == data.pstate.n
CreateSandboxRequest := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/n", "value": 18446744073709551615}]}
`);

const run = (text: string) =>
  Array.from(
    runTest(readTestFile(text), policy, newestRelease),
    ({ name, passed, message }) => `${passed ? 'ok' : 'FAIL'} ${name}${message === undefined ? '' : `: ${message}`}`,
  );

describe('policy test case', () => {
  test('passes or fails with a reason', () =>
    assert.deepEqual(
      run(`cases:
  - name: ls
    request: ExecProcessRequest
    input: {"process": {"Args": ["ls"]}}
    allowed: true
    prints: [asked]
  - name: rm
    request: ExecProcessRequest
    input: { process: { Args: [rm] } }
    allowed: true
  - endpoint: VolumeStatsRequest
    allowed: undefined
  - name: silent
    request: ExecProcessRequest
    allowed: false
    prints: other
  - name: counted
    request: CopyFileRequest
    state: { n: 9223372036854775808 }
    input: { n: 9223372036854775808 }
    allowed: true
`),
      [
        'ok ls',
        'FAIL rm: expected Allowed, got Denied\nLine 6: `input.process.Args[0] == "ls"` is false.',
        'ok test case 3',
        'FAIL silent: expected output "other", got agent_policy:5: asked <undefined>',
        'ok counted',
      ],
    ));
  test('replays a log with state', () =>
    assert.deepEqual(
      run(`cases:
  - name: one verdict for all
    log: |
      ["ep":"CreateSandboxRequest",{}],
      ["ep":"CopyFileRequest",{"n":18446744073709551615}],
    allowed: true
  - name: one for each
    log: |
      ["ep":"CreateSandboxRequest",{}],
      ["ep":"ExecProcessRequest",{"process":{"Args":["rm"]}}],
    allowed: [true, true]
  - name: another number
    log: '["ep":"CreateSandboxRequest",{}],'
    allowed: [true, true]
  - name: nothing in it
    log: ''
    allowed: true
`),
      [
        'ok one verdict for all',
        'FAIL one for each: Log line 2: ExecProcessRequest: expected Allowed, got Denied. (Line 6: `input.process.Args[0] == "ls"` is false.)',
        'FAIL another number: The number of entries in `allowed` (2) differs from the number of requests (1).',
        'FAIL nothing in it: The log contains no recorded requests or denial messages.',
      ],
    ));
  test('fails if its definition is invalid', () =>
    assert.deepEqual(
      run(
        'cases:\n  - x\n  - {name: a, request: A, allow: true}\n  - {name: b, request: B, allowed: maybe}\n  - {name: c, allowed: true}\n  - {name: d, request: D, log: x, allowed: true}\n  - {name: e, request: E, allowed: true, prints: {}}\n',
      ),
      [
        'FAIL test case 1: A test case must be a mapping with either `request` or `log`.',
        'FAIL a: Unknown key `allow`. Valid keys: name, request, endpoint, input, allowed, state, prints, log.',
        'FAIL b: `allowed` must be true, false, or undefined.',
        'FAIL c: A test case must be a mapping with either `request` or `log`.',
        'FAIL d: A test case must be a mapping with either `request` or `log`.',
        'FAIL e: `prints` must be a string or a list of strings.',
      ],
    ));
  test('rejects a misspelled request name', () => {
    assert.deepEqual(
      run(
        'cases:\n  - request: ExecProcesRequest\n    allowed: undefined\n  - request: helper\n    allowed: undefined\n',
      ),
      ['FAIL test case 1: No agent evaluates `ExecProcesRequest`. Did you mean ExecProcessRequest?', 'ok test case 2'],
    );
  });
  test('is located at its name, or at its first key if unnamed', () => {
    const text =
      '# a comment\ncases:\n  - name: first\n    request: A\n    allowed: true\n  - request: B\n    allowed: true\n';
    assert.deepEqual(
      readTestFile(text).cases.map(({ span: { start, end } }) => text.slice(start, end)),
      ['first', 'request'],
    );
  });
});

describe('policy test file', () => {
  const problemOf = (text: string) => readTestFile(text).problem;
  test('reports structural problems', () => {
    assert.match(problemOf('') ?? '', /a mapping with/);
    assert.match(problemOf('- a\n') ?? '', /a mapping with/);
    assert.match(problemOf('cases: 1\n') ?? '', /list of `cases`/);
    assert.match(problemOf('cases: []\nrelease: 9.9\n') ?? '', /`release` must be .*1\.12/);
    assert.match(problemOf('cases: []\ndialect: v2\n') ?? '', /v0 or v1/);
    assert.match(problemOf('cases: []\ncase: []\n') ?? '', /Unknown key `case`\. Valid keys: policy/);
    assert.match(problemOf('cases: [\n') ?? '', /^Line \d/);
    assert.match(problemOf('cases: []\n---\ncases: []\n') ?? '', /single YAML document/);
    assert.match(problemOf(`a: ${'[ '.repeat(500)}`) ?? '', /./);
  });
  test('specifies the policy, release, and dialect', () => {
    const file = readTestFile('policy: ../p.rego\nrelease: "1.11"\ndialect: v0\ncases: []\n');
    assert.deepEqual(
      [file.policy, file.release?.id, file.dialect, file.problem],
      ['../p.rego', '1.11', 'v0', undefined],
    );
  });
  test('evaluates the policy in the specified dialect', () => {
    const trap = new Policy('package agent_policy\ndefault A := false\nA if { input.x }\n');
    const passes = (dialect: string) =>
      Array.from(
        runTest(readTestFile(`dialect: ${dialect}\ncases: [{request: A, allowed: true}]\n`), trap, newestRelease),
        ({ passed }) => passed,
      );
    assert.deepEqual([passes('v0'), passes('v1')], [[true], [false]]);
  });
  test('uses the policy file of the same name', () => {
    const file = readTestFile('cases: []\n');
    assert.deepEqual(
      ['a.policy-test.yaml', 'a.yml', 'a'].map((name) => getPolicyFileName(file, name)),
      ['a.rego', 'a.rego', 'a.rego'],
    );
  });
});

test('replayed request converts to a valid policy test case', () => {
  const { value: input } = parseRegoJson(
    '{"n": 18446744073709551615, "text": "{{ x }} \\" # :", "deep": {"a": [null, true, 1.5]}}',
  );
  const text = `cases:\n${toCase({ endpoint: 'CopyFileRequest', input, line: 6, result: null })}`;
  const file = readTestFile(text);
  assert.equal(file.problem, undefined);
  const [only] = file.cases;
  assert.ok(only?.kind === 'request');
  assert.deepEqual([only.name, only.request, only.allowed], ['Line 7: CopyFileRequest', 'CopyFileRequest', null]);
  assert.deepEqual(only.input, input);
});

describe('large recorded requests in a policy test file', () => {
  const deep = { list: Array.from({ length: 400 }, (_, index) => ({ index, text: `é "${index}" # {{ x }}` })) };
  const { value: input } = parseRegoJson(JSON.stringify(deep));
  const one = (name: string) => toCase({ endpoint: name, input, line: 0, result: false });
  test('are all parsed with their locations', () => {
    const text = `cases:\n${Array.from({ length: 300 }, (_, index) => one(`A${index}`)).join('')}`;
    const file = readTestFile(text);
    assert.deepEqual([file.problem, file.cases.length], [undefined, 300]);
    for (const each of file.cases) {
      assert.ok(each.kind === 'request');
      assert.equal(text.slice(each.span.start, each.span.end), JSON.stringify(each.name));
      assert.deepEqual(each.input, input);
    }
  });
  test('can be mixed with cases in other YAML notation', () => {
    const file = readTestFile(
      `cases:\n${one('A')}  - request: B\n    state: ${JSON.stringify(deep)}   \r\n    input: {"a": "JSON 0 of that file"}\n    allowed: true\n`,
    );
    const [, other] = file.cases;
    assert.ok(other?.kind === 'request');
    assert.deepEqual(other.state, input);
    assert.deepEqual(other.input, parseRegoJson('{"a": "JSON 0 of that file"}').value);
  });
});

test('policy test example in the documentation is valid', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/policy-tests.md'), 'utf8');
  const { problem, cases } = readTestFile(/```yaml\n([^]*?)```/.exec(page)?.[1] ?? '');
  assert.deepEqual([problem, cases.map(({ kind }) => kind)], [undefined, ['request', 'request', 'log']]);
});

describe('policy test case with a long log', () => {
  const file = readTestFile(
    `cases:\n  - name: long\n    allowed: false\n    log: |\n${'      ["ep":"ExecProcessRequest",{}],\n'.repeat(50)}  - { name: next, request: ExecProcessRequest, allowed: false }\n`,
  );

  test('yields between requests', () => {
    const steps = Array.from(testSteps(file, policy, newestRelease, {}));
    assert.ok(steps.filter((step) => step === undefined).length >= 50);
    assert.deepEqual(
      steps.flatMap((step) => (step === undefined ? [] : [`${step.name} ${step.passed}`])),
      ['long true', 'next true'],
    );
  });
  test("returns no result when it's stopped", () => {
    let left = 10;
    assert.deepEqual(Array.from(runTest(file, policy, newestRelease, { mayGoOn: () => left-- > 0 })), []);
    assert.ok(left > -10, `${left}`);
  });
});
