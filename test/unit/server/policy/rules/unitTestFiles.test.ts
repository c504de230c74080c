/** Tests the checks in unit tests for policies, which no guest loads. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';

const tested = `package agent_policy

import future.keywords.if

test_exec_denied if {
	not ExecProcessRequest with input as {"process": {"Args": ["sh"]}}
}
`;
const folder = 'file:///workspace/';

function findingsIn(name: string, text: string, files: Readonly<Record<string, string>> = {}, release = '1.12') {
  return checkPolicy(
    new Policy(text),
    { uri: folder + name, place: 'file' },
    {
      release: findRelease(release) ?? newestRelease,
      severities: new Map(),
      workspace: createWorkspaceSnapshot(
        Object.entries({ ...files, [name]: text }).map(([other, content]) => ({ uri: folder + other, text: content })),
      ),
      now: 0,
      onError: (message) => assert.fail(message),
    },
  ).map(({ rule, severity, message }) => `${rule.id} ${severity}: ${message}`);
}

const policy = policyWith('default ExecProcessRequest := false\n');

describe('a unit test for a policy', () => {
  for (const name of ['exec_test.rego', 'checks.rego'])
    test(`has no findings alone (${name})`, () => assert.deepEqual(findingsIn(name, tested), []));

  test('resolves names in the policy next to it', () =>
    assert.deepEqual(findingsIn('exec_test.rego', tested, { 'policy.rego': policy }), []));

  test('resolves names in a policy in a different folder and in helpers', () =>
    assert.deepEqual(
      findingsIn('tests/exec_test.rego', `${tested}\ntest_more if helper(1)\n`, {
        'policies/policy.rego': policy,
        'tests/helpers_test.rego': 'package agent_policy\n\nhelper(x) if x == 1\n',
      }),
      [],
    ));

  test('reports names that no policy defines', () =>
    assert.deepEqual(
      findingsIn('exec_test.rego', tested.replace('ExecProcessRequest', 'ExecProcesRequest'), {
        'policy.rego': policy,
      }),
      [
        'rego-undefined-name warning: Neither this test nor policy.rego defines ExecProcesRequest. Did you mean ExecProcessRequest?',
      ],
    ));

  test('reports no undefined names if no policy in the package is known', () =>
    assert.deepEqual(
      findingsIn('exec_test.rego', tested, {
        'other.rego': policy.replace('package agent_policy', 'package other'),
        'helpers.rego': 'package agent_policy\n\nhelper(x) := x\n',
      }),
      [],
    ));

  for (const release of ['1.10', '1.12'])
    test(`reports syntax errors without mentioning a guest (OSC ${release})`, () => {
      const [found, ...others] = findingsIn('exec_test.rego', tested.replace('{"Args"', '{"Args'), {}, release);
      assert.match(found ?? '', /^rego-syntax error: /);
      assert.doesNotMatch(found ?? '', /guest/);
      assert.deepEqual(others, []);
    });

  test('is a policy if it defines a request and its name has no _test suffix', () => {
    const found = findingsIn('policy.rego', `${tested}\ndefault ExecProcessRequest := false\n`);
    assert.match(found.join('\n'), /rego-missing-endpoint error/);
  });
});
