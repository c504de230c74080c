import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import { Policy } from '#server/policy/model/policy.ts';
import {
  getDefaultBase,
  getBaseVerdicts,
  isRefused,
  createPolicyTable,
  describePolicyProblem,
} from '#server/policy/table/table.ts';

const release = (id: string): Release => {
  const found = findRelease(id);
  assert.ok(found);
  return found;
};
const v0 = release('1.11');

/** Returns the verdict of the ExecProcessRequest row, with the source text that determines it. */
const exec = (body: string, of = newestRelease, imports = 'import rego.v1\n') => {
  const text = `package agent_policy\n${imports}${body}\n`;
  const row = createPolicyTable(new Policy(text), of).find(({ endpoint }) => endpoint === 'ExecProcessRequest');
  assert.ok(row);
  return `${row.verdict} ${row.span === undefined ? '-' : text.slice(row.span.start, row.span.end).replace(/\s+/g, ' ')}`;
};

describe('policy verdict', () => {
  const cases: readonly (readonly [name: string, body: string, want: string])[] = [
    ['is undefined without a rule', '', 'undefined -'],
    ['follows a default that denies', 'default ExecProcessRequest := false', 'denied ExecProcessRequest := false'],
    ['follows a default that allows', 'default ExecProcessRequest := true', 'allowed ExecProcessRequest := true'],
    ['follows a constant value', 'ExecProcessRequest := true', 'allowed ExecProcessRequest := true'],
    ['is allowed by a body that is always true', 'ExecProcessRequest if true', 'allowed ExecProcessRequest'],
    [
      'ignores a body that is always false',
      'default ExecProcessRequest := true\nExecProcessRequest := false if false',
      'allowed ExecProcessRequest := true',
    ],
    ['is allowed by a negated false', 'ExecProcessRequest if { not false }', 'allowed ExecProcessRequest'],
    [
      'depends on a condition with a default',
      'default ExecProcessRequest := false\nExecProcessRequest if input.x == 1',
      'conditional ExecProcessRequest',
    ],
    [
      'depends on a condition without a default',
      'ExecProcessRequest if input.x == 1',
      'conditional ExecProcessRequest',
    ],
    [
      'depends on a condition that denies',
      'default ExecProcessRequest := true\nExecProcessRequest := false if input.x == 1',
      'conditional ExecProcessRequest := false',
    ],
    [
      'is denied when every branch denies',
      'default ExecProcessRequest := false\nExecProcessRequest := false if input.x == 1',
      'denied ExecProcessRequest := false',
    ],
    [
      'is allowed when every branch allows',
      'ExecProcessRequest := true if { input.x } else := true',
      'allowed ExecProcessRequest := true',
    ],
    [
      'depends on a condition with a denying else',
      'ExecProcessRequest := true if { input.x } else := false',
      'conditional ExecProcessRequest := true',
    ],
    [
      'ignores an else after a body that is always true',
      'ExecProcessRequest := true if { true } else := false',
      'allowed ExecProcessRequest := true',
    ],
    [
      'is allowed by an object with allowed set to true',
      'ExecProcessRequest := {"allowed": true, "ops": []}',
      'allowed ExecProcessRequest := {"allowed": true, "ops": []}',
    ],
    [
      'is denied by an object with allowed set to false',
      'ExecProcessRequest := {"allowed": false}',
      'denied ExecProcessRequest := {"allowed": false}',
    ],
    [
      'depends on input that another rule uses',
      'ExecProcessRequest := x\nx := input.x',
      'conditional ExecProcessRequest := x',
    ],
    ['follows a constant in another rule', 'ExecProcessRequest := x\nx := true', 'allowed ExecProcessRequest := x'],
    [
      'is allowed by a condition that is always true',
      'default ExecProcessRequest := false\nExecProcessRequest if { 1 == 1 }',
      'allowed ExecProcessRequest',
    ],
    [
      'is denied by the default when the condition is always false',
      'default ExecProcessRequest := false\nExecProcessRequest if { 1 == 2 }',
      'denied ExecProcessRequest := false',
    ],
    [
      'is allowed when one of two bodies is always true',
      'ExecProcessRequest if { 1 == 1 }\nExecProcessRequest if input.x',
      'allowed ExecProcessRequest',
    ],
    [
      'is allowed by a rule for the allowed field',
      'ExecProcessRequest.allowed := true',
      'allowed ExecProcessRequest.allowed := true',
    ],
    [
      'is allowed by a function of constants',
      'ExecProcessRequest if { f([1]) }\nf(xs) if { every x in xs { x > 0 } }',
      'allowed ExecProcessRequest',
    ],
    ['depends on the policy state', 'ExecProcessRequest if { not data.pstate.x }', 'conditional ExecProcessRequest'],
    [
      'depends on input that a negated helper uses',
      'ExecProcessRequest if { not g }\ng if input.x',
      'conditional ExecProcessRequest',
    ],
    [
      'depends on an imported input field',
      'import input.x as g\nExecProcessRequest if { not g }',
      'conditional ExecProcessRequest',
    ],
    [
      'is conditional when the evaluation is too long',
      'ExecProcessRequest if { count([1 | numbers.range(1, 300000)[_]]) > 1 }',
      'conditional ExecProcessRequest',
    ],
    [
      'is undefined for conflicting values',
      'ExecProcessRequest := true\nExecProcessRequest := false',
      'undefined ExecProcessRequest := true',
    ],
    ['is undefined for a string', 'ExecProcessRequest := "yes"', 'undefined ExecProcessRequest := "yes"'],
    ['is undefined for a set', 'ExecProcessRequest contains 1 if true', 'undefined ExecProcessRequest contains 1'],
    ['is undefined for a function', 'ExecProcessRequest(x) := true if x', 'undefined -'],
    [
      'is allowed by AllowRequestsFailingPolicy',
      'AllowRequestsFailingPolicy := true',
      'allowed AllowRequestsFailingPolicy := true',
    ],
    [
      'is allowed by AllowRequestsFailingPolicy with a condition that is always true',
      'AllowRequestsFailingPolicy if { 1 + 1 == 2 }',
      'allowed AllowRequestsFailingPolicy',
    ],
    [
      'ignores AllowRequestsFailingPolicy if it depends on input',
      'AllowRequestsFailingPolicy if { input.x == 1 }',
      'undefined -',
    ],
  ];
  for (const [name, body, want] of cases) test(name, () => assert.equal(exec(body), want));

  test('covers every request in order', () => {
    const rows = createPolicyTable(new Policy('package agent_policy\n'), newestRelease);
    assert.deepEqual(
      rows.map(({ endpoint }) => endpoint),
      requestEndpoints.map(({ name }) => name),
    );
    assert.ok(rows.every(({ summary, consequence }) => summary.length > 10 && consequence.length > 10));
    assert.deepEqual(
      rows.filter(({ risky }) => risky).length,
      requestEndpoints.filter(({ risk }) => risk !== 'low').length,
    );
  });
  test('is undefined in another package', () =>
    assert.equal(
      createPolicyTable(new Policy('package other\ndefault ExecProcessRequest := true\n'), newestRelease).filter(
        ({ verdict }) => verdict !== 'undefined',
      ).length,
      0,
    ));
});

describe('policy compatibility with the guest', () => {
  const trap = 'default ExecProcessRequest := false\nExecProcessRequest if {\n  input.x == 1\n}';
  test('allows every request on v0 if the import of `if` is missing', () =>
    assert.equal(exec(trap, v0, ''), 'allowed ExecProcessRequest'));
  test('reports that `if` without its import allows requests on v0', () => {
    const policy = new Policy(`package agent_policy\n${trap}\n`);
    assert.match(describePolicyProblem(policy, v0) ?? '', /uses Rego v0.*ExecProcessRequest: Allowed/);
    assert.match(
      describePolicyProblem(policy, newestRelease) ?? '',
      /unknown.*With Rego v0.*ExecProcessRequest: Allowed/,
    );
    assert.equal(exec(trap, newestRelease, ''), 'conditional ExecProcessRequest');
  });
  test('reports nothing when imports are present', () => {
    const policy = new Policy(`package agent_policy\nimport future.keywords.if\n${trap}\n`);
    assert.equal(describePolicyProblem(policy, v0), undefined);
    assert.equal(describePolicyProblem(policy, newestRelease), undefined);
  });
  test('reports a policy that v0 rejects', () => {
    const policy = new Policy('package agent_policy\nExecProcessRequest if {\n  some x in input.xs\n  x == 1\n}\n');
    assert.match(describePolicyProblem(policy, v0) ?? '', /rejects this policy \(line 2: /);
    assert.ok(isRefused(policy, v0) && !isRefused(policy, newestRelease));
    assert.match(describePolicyProblem(policy, newestRelease) ?? '', /A guest with Rego v0 rejects/);
  });
  test('shows the intended verdicts of a policy that v0 rejects', () => {
    const sample = (renderDefaultPolicy('docs-1.12') ?? '').replaceAll(/import .*\n/g, '');
    assert.ok(isRefused(new Policy(sample), v0));
    const told = (of: Release) =>
      createPolicyTable(new Policy(sample), of).map(({ endpoint, verdict }) => `${endpoint} ${verdict}`);
    assert.deepEqual(told(v0), told(newestRelease));
    assert.ok(told(v0).includes('ExecProcessRequest conditional'));
  });
  test('reports a policy that no guest can load', () => {
    const policy = new Policy('package agent_policy\ndefault ExecProcessRequest := input.x\n');
    assert.match(describePolicyProblem(policy, newestRelease) ?? '', /rejects this policy \(line 2: invalid `ref`/);
    assert.ok(isRefused(policy, newestRelease));
  });
  test('denies requests that depend on a field missing in older agents', () => {
    const policy = new Policy(
      'package agent_policy\ndefault CopyFileRequest := false\nCopyFileRequest { input.file_type == "Regular" }\n',
    );
    const verdict = (of: Release) =>
      createPolicyTable(policy, of).find(({ endpoint }) => endpoint === 'CopyFileRequest')?.verdict;
    assert.deepEqual([verdict(v0), verdict(newestRelease)], ['denied', 'conditional']);
  });
  test('reports a built-in that the guest lacks', () =>
    assert.match(
      describePolicyProblem(new Policy('package agent_policy\nExecProcessRequest { time.now_ns() > 1 }\n'), v0) ?? '',
      /doesn't support the function time\.now_ns \(line 2\)/,
    ));
  test('reports a wrong package name', () =>
    assert.match(
      describePolicyProblem(new Policy('package other\nx := 1\n'), newestRelease) ?? '',
      /must be agent_policy/,
    ));
});

describe('comparison policy', () => {
  test('depends on the release', () =>
    assert.deepEqual(
      [getDefaultBase(release('1.12')), getDefaultBase(v0), getDefaultBase(release('1.9'))],
      ['osc-1.12', 'osc-1.11', 'osc-1.10-coco'],
    ));
  test('is the newest known one if the images of the release are unknown', () =>
    assert.equal(getDefaultBase(newestRelease), 'osc-1.12'));
  test('provides the verdicts of shipped policies', () => {
    const verdicts = getBaseVerdicts('osc-1.12', newestRelease);
    assert.deepEqual(
      ['SetPolicyRequest', 'CopyFileRequest', 'CreateSandboxRequest', 'VolumeStatsRequest'].map(verdicts),
      ['denied', 'conditional', 'allowed', 'undefined'],
    );
    assert.equal(getBaseVerdicts('genpolicy', newestRelease)('ExecProcessRequest'), 'conditional');
    assert.equal(getBaseVerdicts('genpolicy', newestRelease)('SetPolicyRequest'), 'denied');
  });
  test('can be custom policy text', () =>
    assert.equal(
      getBaseVerdicts(
        { title: 'HEAD', text: 'package agent_policy\nExecProcessRequest := true\n' },
        newestRelease,
      )('ExecProcessRequest'),
      'allowed',
    ));
});
