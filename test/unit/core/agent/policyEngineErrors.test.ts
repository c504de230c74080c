/**
 * Tests the checks of agent policies for what the guest's policy engine rejects, and for values that are undefined in
 * the guest.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { checkRego, createExecRule, formatFinding, listPolicyFindings } from './checkRego.ts';

describe('engine error check', () => {
  const refused = async (lines: string, release = '1.12') =>
    (await checkRego(policyWith(lines), { release }))
      .filter(({ severity }) => severity === 'error' || severity === 'warning')
      .map(formatFinding);
  test('reports each error once', async () => {
    for (const release of ['1.11', '1.12']) {
      assert.deepEqual(await refused('a := 1\ndefault b := a\n', release), ['rego-load error']);
      assert.deepEqual(await refused('default b := [count([1])]\n', release), ['rego-load error']);
      assert.deepEqual(await refused(createExecRule('x := input.exec_id; x := "a"'), release), [
        'rego-unsafe-variable error',
      ]);
      assert.deepEqual(await refused(createExecRule('x == "a"; x := input.exec_id'), release), [
        'rego-unsafe-variable error',
      ]);
      assert.deepEqual(await refused(createExecRule('some x; input.process.Args[x] == "a"; some x'), release), [
        'rego-load error',
      ]);
      assert.deepEqual(await refused(createExecRule('y == 1'), release), ['rego-undefined-name error']);
    }
  });
  test('warns about errors specific to v1 unless the guest uses v0', async () => {
    const lines = 'input := 3\n';
    assert.deepEqual(await refused(lines, '1.11'), []);
    assert.deepEqual(await refused(lines), ['rego-load warning']);
    const [first] = await checkRego(policyWith(lines), { release: '1.12' });
    assert.match(first?.message ?? '', /^A guest with Rego v1, which OSC 1\.12 might use, rejects this policy\./);
    assert.deepEqual(await refused('helper\n'), ['rego-load warning']);
  });
  test('leaves errors to their specific rules', async () => {
    assert.deepEqual(await refused(createExecRule('every one in input.process.Args { one == "ls" }'), '1.11'), [
      'rego-in-without-import error',
    ]);
    assert.deepEqual(
      await refused('default ExecProcessRequest := false\nExecProcessRequest { input.exec_id == "a" }\n'),
      ['rego-body-without-if warning'],
    );
    assert.deepEqual(await refused(createExecRule('glob.match("*", [], input.exec_id, x); x'), '1.11'), [
      'rego-builtin error',
      'rego-undefined-name error',
    ]);
  });
  test('accepts contains without an import', async () => {
    assert.deepEqual(await refused('allowed contains "ls"\n', '1.11'), []);
    assert.deepEqual(await refused('allowed contains "ls"\n'), []);
  });
  test('reports conflicting values', async () => {
    assert.deepEqual(await refused('a := 1\na := 2\n'), ['rego-conflict error']);
    assert.deepEqual(await refused('a.b := 1\na := 2\n'), ['rego-conflict error']);
    assert.deepEqual(await refused('a := 1\na := b\nb := 3 if { 1 < 2 }\n'), ['rego-conflict error']);
    for (const lines of [
      'a := 1\na := 1\n',
      'a := 1\na := 2 if input.exec_id == "a"\n',
      'default a := 1\na := 2\n',
      'a.b := 1\na.c := 2\n',
      'a := 1\na := 2 if { 1 > 2 }\n',
    ])
      assert.deepEqual(await refused(lines), [], lines);
  });
  test('reports wrong argument counts', async () => {
    assert.deepEqual(await refused(`${createExecRule('is_small(input.exec_id, 1, 2)')}is_small(x) := x < 1\n`), [
      'rego-arity error',
    ]);
    assert.deepEqual(await refused(createExecRule('count(input.process.Args, n); n == 1')), []);
    assert.deepEqual(await refused(createExecRule('print("a", "b", "c", input.exec_id)')), []);
    assert.deepEqual(await refused(createExecRule('count() == 1; input.exec_id == "a"')), ['rego-arity error']);
  });
  test('reports a second default only for requests', async () => {
    assert.deepEqual(await refused('default CreateSandboxRequest := false\n'), ['rego-second-default warning']);
    assert.deepEqual(await refused('default other := 1\ndefault other := 2\n'), []);
  });
  test('warns about exec when its condition always holds', async () => {
    for (const lines of [
      'ExecProcessRequest := allow\nallow := true\n',
      'ExecProcessRequest if { 1 == 1 }\n',
      'ExecProcessRequest.allowed := true\n',
    ])
      assert.ok((await refused(lines)).includes('rego-exec-allowed warning'), lines);
    assert.deepEqual(await refused(`${createExecRule('not allow')}allow if input.exec_id == "a"\n`), []);
  });
  test('warns about CopyFileRequest fields that older agents lack', async () => {
    const other = policyWith('CopyFileRequest if {\n    input.file_type == "Regular"\n}\n');
    assert.deepEqual(await listPolicyFindings(other, { release: '1.11' }), ['rego-unknown-input info']);
    const only = policyWith(
      'default CopyFileRequest := false\n\nCopyFileRequest if {\n    input.file_type == "Regular"\n}\n',
      {
        without: ['CopyFileRequest'],
      },
    );
    const text = only.replace(/^CopyFileRequest := .*\n/m, '');
    const [first] = await checkRego(text, { release: '1.11' });
    assert.equal(first === undefined ? '' : formatFinding(first), 'rego-unknown-input warning');
    assert.match(first?.message ?? '', /so the policy denies every CopyFileRequest and pods with mounts don't start/);
    assert.deepEqual(await listPolicyFindings(text), []);
  });
});

describe('check for undefined values', () => {
  const only = async (rule: string, body: string, before = ''): Promise<number> => {
    const all = await checkRego(policyWith(`${before}${createExecRule(body)}`));
    return all.filter((one) => one.rule === `osc/rego-${rule}`).length;
  };
  test('reports data that no guest provides', async () => {
    for (const body of ['data.policy.allowed', 'data["policy"].allowed == 1', 'input.process.Args[0] == data.users[_]'])
      assert.equal(await only('unknown-data', body), 1, body);
    const fine = [
      'data.pstate.count == 1',
      'data.agent_policy.ExecProcessRequest == 1',
      'data[input.exec_id] == 1',
      'data.policy with data.policy as true',
      '"data.policy" == 1',
    ];
    for (const body of fine) assert.equal(await only('unknown-data', body), 0, body);
    const writes = 'CloseStdinRequest := {"allowed": true, "ops": [{"op": "add", "path": "/policy", "value": 1}]}\n\n';
    assert.equal(await only('unknown-data', 'data.policy == 1', writes), 0);
    const imported = policyWith(createExecRule('bar.x == 1'), {
      imports: 'import future.keywords.if\nimport data.foo.bar\n',
    });
    assert.deepEqual((await checkRego(imported)).map(formatFinding), ['rego-unknown-data warning']);
    // The function check reports missing functions.
    assert.equal(await only('unknown-data', 'data.lib.f(1)'), 0);
  });
  test('reports regular expressions that the engine rejects', async () => {
    for (const pattern of ['(', 'a)', '[a', 'a\\\\', '(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(a)\\\\1', '*a'])
      assert.equal(await only('pattern', `regex.match("${pattern}", input.exec_id)`), 1, pattern);
    assert.equal(await only('pattern', 'regex.replace(input.exec_id, "(", "") == ""'), 1);
    assert.equal(await only('pattern', 'regex.split(`(`, input.exec_id) == []'), 1);
    for (const body of [
      'regex.match(input.exec_id, "(")',
      'regex.match("^(ls|cat)$", input.exec_id)',
      'not regex.is_valid("(")',
      'regex.match("(?x)a # (", input.exec_id)',
    ])
      assert.equal(await only('pattern', body), 0, body);
  });
  test('reports sprintf calls with too few or too many values', async () => {
    for (const body of ['sprintf("%s %s", ["a"]) == ""', 'sprintf("", [1]) == ""', 'sprintf("%05.2f", []) == ""'])
      assert.equal(await only('sprintf', body), 1, body);
    for (const body of [
      'sprintf("%s", ["a"]) == ""',
      'sprintf("100%%", []) == ""',
      'sprintf(input.exec_id, []) == ""',
      'sprintf("%s %s", input.process.Args) == ""',
    ])
      assert.equal(await only('sprintf', body), 0, body);
  });
});
