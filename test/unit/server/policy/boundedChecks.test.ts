/**
 * Tests the limit for all evaluations during a policy check and its CodeLens, because the same thread responds to all
 * requests.
 */
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { RE2JS } from 're2js';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { newestRelease } from '#core/product/releases.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { createPolicyTable } from '#server/policy/table/table.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { policyEnvironment as environment } from '#test/support/manifests/policyEnvironment.ts';

const header = 'package agent_policy\nimport rego.v1\n';
const verdictsOf = (rules: string): readonly string[] =>
  createPolicyTable(new Policy(header + rules), newestRelease).map(({ verdict }) => verdict);
const forAll = (condition: string): string => requestEndpoints.map(({ name }) => `${name} if ${condition}\n`).join('');

describe('evaluation while a policy is checked', () => {
  test('decides rules that do not depend on the request', () =>
    assert.deepEqual(new Set(verdictsOf(forAll('count([1, 2]) == 2'))), new Set(['allowed'])));
  test('has one step limit for all rules of a policy', () => {
    // Each rule is within the step limit of one evaluation.
    const decided = verdictsOf(forAll('count([1 | some x in numbers.range(1, 3000); x > 1]) > 1')).filter(
      (verdict) => verdict === 'allowed',
    ).length;
    assert.ok(decided > 2 && decided < requestEndpoints.length / 2, `${decided} decided`);
  });
  test('leaves a rule undecided if a built-in exceeds the limit of one evaluation', () => {
    const found = 'count(indexof_n(sprintf("%040000d", [0]), sprintf("%020000d", [0]))) > 0';
    assert.deepEqual(new Set(verdictsOf(forAll(found))), new Set(['conditional']));
  });
  test('takes linear time for body statements that depend on each other', async () => {
    const body = (count: number): string =>
      Array.from({ length: count }, (_, index) => `a${index} = a${index + 1}`).join('; ');
    const check = (count: number): void =>
      void createPolicyTable(
        new Policy(`${header}x if { ${body(count)}; a${count} = 1 }\nExecProcessRequest if x\n`),
        newestRelease,
      );
    await assertProportional((part) => check(Math.ceil(3200 * part)));
  });
  test('limits the time to compile patterns', () => {
    const pattern = 'a{900}'.repeat(20);
    const rules = Array.from(
      { length: 500 },
      (_, index) => `ExecProcessRequest if regex.match("${pattern}${index}", input.x)\n`,
    ).join('');
    const compile = mock.method(RE2JS, 'compile');
    try {
      checkPolicy(new Policy(header + rules), { uri: 'file:///a.rego', place: 'file' }, environment);
      assert.ok(compile.mock.callCount() > 0 && compile.mock.callCount() < 10, `${compile.mock.callCount()} compiled`);
      compile.mock.resetCalls();
      checkPolicy(
        new Policy(`${header}ExecProcessRequest if regex.match("${'a{1000}'.repeat(250)}", input.x)\n`),
        { uri: 'file:///a.rego', place: 'file' },
        environment,
      );
      assert.equal(compile.mock.callCount(), 0);
    } finally {
      compile.mock.restore();
    }
  });
});
