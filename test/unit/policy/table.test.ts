import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestEndpoints } from '../../../core/agent/endpoints.ts';
import { defaultPolicyText } from '../../../core/agent/defaultTexts.ts';
import { findRelease, newestRelease, type Release } from '../../../core/releases.ts';
import { Policy } from '../../../server/src/policy/policy.ts';
import { baseOf, baseVerdicts, isRefused, policyTable, tableProblem } from '../../../server/src/policy/table.ts';

const release = (id: string): Release => {
  const found = findRelease(id);
  assert.ok(found);
  return found;
};
const v0 = release('1.11');

/** `verdict` of the exec row, with the text that decides. */
const exec = (body: string, of = newestRelease, imports = 'import rego.v1\n') => {
  const text = `package agent_policy\n${imports}${body}\n`;
  const row = policyTable(new Policy(text), of).find(({ endpoint }) => endpoint === 'ExecProcessRequest');
  assert.ok(row);
  return `${row.verdict} ${row.span === undefined ? '-' : text.slice(row.span.start, row.span.end).replace(/\s+/g, ' ')}`;
};

describe('verdicts', () => {
  const cases: readonly (readonly [name: string, body: string, want: string])[] = [
    ['nothing', '', 'undefined -'],
    ['a default', 'default ExecProcessRequest := false', 'denied ExecProcessRequest := false'],
    ['a default that allows', 'default ExecProcessRequest := true', 'allowed ExecProcessRequest := true'],
    ['a value', 'ExecProcessRequest := true', 'allowed ExecProcessRequest := true'],
    ['a body that always holds', 'ExecProcessRequest if true', 'allowed ExecProcessRequest'],
    ['a body that never holds', 'default ExecProcessRequest := true\nExecProcessRequest := false if false', 'allowed ExecProcessRequest := true'],
    ['not false', 'ExecProcessRequest if { not false }', 'allowed ExecProcessRequest'],
    ['a condition', 'default ExecProcessRequest := false\nExecProcessRequest if input.x == 1', 'conditional ExecProcessRequest'],
    ['a condition without default', 'ExecProcessRequest if input.x == 1', 'conditional ExecProcessRequest'],
    ['a condition to deny', 'default ExecProcessRequest := true\nExecProcessRequest := false if input.x == 1', 'conditional ExecProcessRequest := false'],
    ['all ways deny', 'default ExecProcessRequest := false\nExecProcessRequest := false if input.x == 1', 'denied ExecProcessRequest := false'],
    ['all ways allow', 'ExecProcessRequest := true if { input.x } else := true', 'allowed ExecProcessRequest := true'],
    ['else denies', 'ExecProcessRequest := true if { input.x } else := false', 'conditional ExecProcessRequest := true'],
    ['else behind what always holds', 'ExecProcessRequest := true if { true } else := false', 'allowed ExecProcessRequest := true'],
    ['an object', 'ExecProcessRequest := {"allowed": true, "ops": []}', 'allowed ExecProcessRequest := {"allowed": true, "ops": []}'],
    ['an object that denies', 'ExecProcessRequest := {"allowed": false}', 'denied ExecProcessRequest := {"allowed": false}'],
    ['a value of another rule', 'ExecProcessRequest := x\nx := input.x', 'conditional ExecProcessRequest := x'],
    ['a value of another rule that never changes', 'ExecProcessRequest := x\nx := true', 'allowed ExecProcessRequest := x'],
    ['a condition that always holds', 'default ExecProcessRequest := false\nExecProcessRequest if { 1 == 1 }', 'allowed ExecProcessRequest'],
    ['a condition that never holds', 'default ExecProcessRequest := false\nExecProcessRequest if { 1 == 2 }', 'denied ExecProcessRequest := false'],
    ['one that always holds beside one that may', 'ExecProcessRequest if { 1 == 1 }\nExecProcessRequest if input.x', 'allowed ExecProcessRequest'],
    ['an object of parts', 'ExecProcessRequest.allowed := true', 'allowed ExecProcessRequest.allowed := true'],
    ['a function of what is constant', 'ExecProcessRequest if { f([1]) }\nf(xs) if { every x in xs { x > 0 } }', 'allowed ExecProcessRequest'],
    ['what looks at the state', 'ExecProcessRequest if { not data.pstate.x }', 'conditional ExecProcessRequest'],
    ['what a rule looks at', 'ExecProcessRequest if { not g }\ng if input.x', 'conditional ExecProcessRequest'],
    ['what is imported', 'import input.x as g\nExecProcessRequest if { not g }', 'conditional ExecProcessRequest'],
    ['a loop without end in sight', 'ExecProcessRequest if { count([1 | numbers.range(1, 300000)[_]]) > 1 }', 'conditional ExecProcessRequest'],
    ['two values', 'ExecProcessRequest := true\nExecProcessRequest := false', 'undefined ExecProcessRequest := true'],
    ['a string is an error', 'ExecProcessRequest := "yes"', 'undefined ExecProcessRequest := "yes"'],
    ['a set is an error', 'ExecProcessRequest contains 1 if true', 'undefined ExecProcessRequest contains 1'],
    ['a function is no answer', 'ExecProcessRequest(x) := true if x', 'undefined -'],
    ['all failing are let through', 'AllowRequestsFailingPolicy := true', 'allowed AllowRequestsFailingPolicy := true'],
    ['failing let through by a rule', 'AllowRequestsFailingPolicy if { 1 + 1 == 2 }', 'allowed AllowRequestsFailingPolicy'],
    ['failing let through by what is asked: never', 'AllowRequestsFailingPolicy if { input.x == 1 }', 'undefined -'],
  ];
  for (const [name, body, want] of cases) test(name, () => assert.equal(exec(body), want));

  test('every request has a row, in order', () => {
    const rows = policyTable(new Policy('package agent_policy\n'), newestRelease);
    assert.deepEqual(
      rows.map(({ endpoint }) => endpoint),
      requestEndpoints.map(({ name }) => name),
    );
    assert.ok(rows.every(({ summary, consequence }) => summary.length > 10 && consequence.length > 10));
    assert.deepEqual(rows.filter(({ risky }) => risky).length, requestEndpoints.filter(({ risk }) => risk !== 'low').length);
  });
  test('another package: nothing is asked of it', () =>
    assert.equal(
      policyTable(new Policy('package other\ndefault ExecProcessRequest := true\n'), newestRelease).filter(({ verdict }) => verdict !== 'undefined').length,
      0,
    ));
});

describe('what the guest reads', () => {
  const trap = 'default ExecProcessRequest := false\nExecProcessRequest if {\n  input.x == 1\n}';
  test('if without import allows all on v0', () => assert.equal(exec(trap, v0, ''), 'allowed ExecProcessRequest'));
  test('and is told of', () => {
    const policy = new Policy(`package agent_policy\n${trap}\n`);
    assert.match(tableProblem(policy, v0) ?? '', /reads Rego v0.*ExecProcessRequest is allowed/);
    assert.match(tableProblem(policy, newestRelease) ?? '', /not known.*In v0.*ExecProcessRequest is allowed/);
    assert.equal(exec(trap, newestRelease, ''), 'conditional ExecProcessRequest');
  });
  test('with imports there is nothing to tell', () => {
    const policy = new Policy(`package agent_policy\nimport future.keywords.if\n${trap}\n`);
    assert.equal(tableProblem(policy, v0), undefined);
    assert.equal(tableProblem(policy, newestRelease), undefined);
  });
  test('a policy that v0 refuses', () => {
    const policy = new Policy('package agent_policy\nExecProcessRequest if {\n  some x in input.xs\n  x == 1\n}\n');
    assert.match(tableProblem(policy, v0) ?? '', /refuses this policy \(line 2: /);
    assert.ok(isRefused(policy, v0) && !isRefused(policy, newestRelease));
    assert.match(tableProblem(policy, newestRelease) ?? '', /One that reads v0 refuses/);
  });
  test('one that it refuses is told as it means', () => {
    const sample = (defaultPolicyText('docs-1.12') ?? '').replaceAll(/import .*\n/g, '');
    assert.ok(isRefused(new Policy(sample), v0));
    const told = (of: Release) => policyTable(new Policy(sample), of).map(({ endpoint, verdict }) => `${endpoint} ${verdict}`);
    assert.deepEqual(told(v0), told(newestRelease));
    assert.ok(told(v0).includes('ExecProcessRequest conditional'));
  });
  test('one that no guest loads', () => {
    const policy = new Policy('package agent_policy\ndefault ExecProcessRequest := input.x\n');
    assert.match(tableProblem(policy, newestRelease) ?? '', /refuses this policy \(line 2: invalid `ref`/);
    assert.ok(isRefused(policy, newestRelease));
  });
  test('a field that older agents do not have', () => {
    const policy = new Policy('package agent_policy\ndefault CopyFileRequest := false\nCopyFileRequest { input.file_type == "Regular" }\n');
    const verdict = (of: Release) => policyTable(policy, of).find(({ endpoint }) => endpoint === 'CopyFileRequest')?.verdict;
    assert.deepEqual([verdict(v0), verdict(newestRelease)], ['denied', 'conditional']);
  });
  test('a function that the guest has not', () =>
    assert.match(
      tableProblem(new Policy('package agent_policy\nExecProcessRequest { time.now_ns() > 1 }\n'), v0) ?? '',
      /no function time\.now_ns \(line 2\)/,
    ));
  test('the wrong package', () => assert.match(tableProblem(new Policy('package other\nx := 1\n'), newestRelease) ?? '', /must be agent_policy/));
});

describe('bases', () => {
  test('by release', () => assert.deepEqual([baseOf(newestRelease), baseOf(v0), baseOf(release('1.9'))], ['osc-1.12', 'osc-1.11', 'osc-1.10-coco']));
  test('shipped ones', () => {
    const verdicts = baseVerdicts('osc-1.12', newestRelease);
    assert.deepEqual(['SetPolicyRequest', 'CopyFileRequest', 'CreateSandboxRequest', 'VolumeStatsRequest'].map(verdicts), [
      'denied',
      'conditional',
      'allowed',
      'undefined',
    ]);
    assert.equal(baseVerdicts('genpolicy', newestRelease)('ExecProcessRequest'), 'conditional');
    assert.equal(baseVerdicts('genpolicy', newestRelease)('SetPolicyRequest'), 'denied');
  });
  test('a text', () =>
    assert.equal(baseVerdicts({ title: 'HEAD', text: 'package agent_policy\nExecProcessRequest := true\n' }, newestRelease)('ExecProcessRequest'), 'allowed'));
});
