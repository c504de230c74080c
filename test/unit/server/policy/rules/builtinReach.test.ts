/** Tests the severity for built-in functions that the guest doesn't support, by how requests reach the call. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';

const head = 'package agent_policy\n\nimport rego.v1\n\n';

async function severitiesOf(rules: string, release = '1.12'): Promise<readonly string[]> {
  const found = await check(head + rules, { language: 'rego', release });
  return found.filter(({ rule }) => rule === 'osc/rego-builtin').map(({ severity }) => severity);
}

const cases: readonly (readonly [title: string, rules: string, ...severities: string[]])[] = [
  ['a call in a request', 'ExecProcessRequest if { time.now_ns() > 3 }', 'error'],
  ['the value of a request', 'ExecProcessRequest := opa.runtime()', 'error'],
  [
    'a call after print, some, and an assignment',
    'ExecProcessRequest if { print(1); some x; x := input.a; opa.runtime() }',
    'error',
  ],
  ['a call in a helper of a request', 'ExecProcessRequest if { h }\nh if { opa.runtime() }', 'error'],
  ['a call in a function', 'ExecProcessRequest if { f(1) }\nf(x) if { opa.runtime(); x }', 'error'],
  ['a call in a comprehension', 'ExecProcessRequest if { count([x | x := opa.runtime()]) > 0 }', 'error'],
  [
    'a helper that a request uses by its full name',
    'ExecProcessRequest if data.agent_policy.h\nh if { opa.runtime() }',
    'error',
  ],
  [
    'a helper that a request might use by a computed name',
    'ExecProcessRequest if data.agent_policy[input.exec_id]\nh if { opa.runtime() }',
    'error',
  ],
  [
    'a use of the state before the call',
    'ExecProcessRequest if { x := data.pstate[input.exec_id]; opa.runtime(); x }\nh if { opa.runtime() }',
    'error',
    'info',
  ],
  ['a condition after the call', 'ExecProcessRequest if { opa.runtime(); input.exec_id == "" }', 'error'],
  ['a condition that is always true', 'ExecProcessRequest if { true; 1 < 2; not false; opa.runtime() }', 'error'],
  ['a condition before the call', 'ExecProcessRequest if { input.exec_id == ""; opa.runtime() }', 'warning'],
  [
    'a condition before the call in a helper',
    'ExecProcessRequest if { h }\nh if { startswith(input.exec_id, "x"); opa.runtime() }',
    'warning',
  ],
  [
    'a condition before a comprehension with the call',
    'ExecProcessRequest if { not input.process; count([x | x := opa.runtime()]) > 0 }',
    'warning',
  ],
  [
    'a helper after a condition in its caller',
    'ExecProcessRequest if { input.exec_id == ""; h }\nh if { opa.runtime() }',
    'warning',
  ],
  [
    'a helper after a condition in the caller of its caller',
    'ExecProcessRequest if { input.exec_id == ""; g }\ng if { h }\nh if { opa.runtime() }',
    'warning',
  ],
  [
    'a helper that one of two callers uses without a condition',
    'ExecProcessRequest if { input.exec_id == ""; h }\nCopyFileRequest if { g }\ng if { h }\nh if { opa.runtime() }',
    'error',
  ],
  [
    'a helper that an unused rule uses without a condition',
    'ExecProcessRequest if { input.exec_id == ""; h }\ng if { h }\nh if { opa.runtime() }',
    'warning',
  ],
  ['an else branch', 'ExecProcessRequest if { input.exec_id == "" } else if { opa.runtime() }', 'warning'],
  [
    'a function whose parameter is a value',
    'ExecProcessRequest if { f(input.exec_id) }\nf("a") if { opa.runtime() }',
    'warning',
  ],
  [
    'a helper that a request might use by a computed name after a condition',
    'ExecProcessRequest if { input.exec_id == ""; data.agent_policy[input.exec_id] }\nh if { opa.runtime() }',
    'warning',
  ],
  ['a value after a condition', 'ExecProcessRequest := opa.runtime() if { input.exec_id == "" }', 'warning'],
  [
    'a value with one of two bodies that has no condition',
    'ExecProcessRequest := opa.runtime() if { input.exec_id == "" } { x := 1; print(x) }',
    'error',
  ],
  ['a rule that no request uses', 'h if { opa.runtime() }', 'info'],
  ['a rule that only an unused rule uses', 'g if { h }\nh if { opa.runtime() }', 'info'],
  ['a name that the agent no longer queries', 'PullImageRequest if { opa.runtime() }', 'info'],
  ['a condition that is always false', 'ExecProcessRequest if { false; opa.runtime() }', 'info'],
  ['a comparison that is always false', 'ExecProcessRequest if { 1 == 2; opa.runtime() }', 'info'],
  [
    'a helper after a condition that is always false',
    'ExecProcessRequest if { "a" == "b"; h }\nh if { opa.runtime() }',
    'info',
  ],
  ['a value after a condition that is always false', 'ExecProcessRequest := opa.runtime() if { 3 < 2 }', 'info'],
];

describe('rego-builtin', () => {
  for (const [title, rules, ...severities] of cases)
    test(`reports ${title} with severity ${severities.join(' and ')}`, async () =>
      assert.deepEqual(await severitiesOf(rules), severities));

  test('reports a function that only some guests support as a warning or information', async () => {
    assert.deepEqual(await severitiesOf('ExecProcessRequest if { base64.decode(input.exec_id) == "" }'), ['warning']);
    assert.deepEqual(await severitiesOf('h if { base64.decode(input.exec_id) == "" }'), ['info']);
    assert.deepEqual(await severitiesOf('h if { base64.decode(input.exec_id) == "" }', '1.10'), ['info']);
  });
});
