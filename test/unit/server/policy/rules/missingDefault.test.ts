/** Tests the rule for generated policies without the defaults of newer Kata versions. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { defaultNames, getDefaultVerdict } from '#core/agent/defaultPolicies.ts';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { listMissingDefaults } from '#core/agent/endpoints/newerDefaults.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type Checked } from '#test/support/manifests/checkText.ts';

const folder = join(import.meta.dirname, '../../../../../../shared/conformance/newer');
const generated = policyWith('policy_data := {"containers": []}\n');

async function findingsIn(text: string, kataVersion?: string): Promise<readonly Checked[]> {
  const found = await check(text, { language: 'rego', ...(kataVersion === undefined ? {} : { kataVersion }) });
  return found.filter(({ rule }) => rule === 'osc/rego-missing-default');
}

describe('rego-missing-default', () => {
  test('lists the missing defaults up to the Kata version as information', async () => {
    assert.deepEqual(await findingsIn(generated, '3.28.0'), []);
    for (const [version, names] of [
      ['3.29.0', 'GetDiagnosticDataRequest, which genpolicy of Kata 3.29.0'],
      ['4.0.0', 'GetDiagnosticDataRequest, MemAgentCompactConfig, MemAgentMemcgConfig, and 6 more, which'],
      [undefined, 'MemAgentMemcgConfig, and 6 more, which genpolicy adds in Kata 3.29.0 or 4.0.0 and later'],
    ] as const) {
      const [found, ...more] = await findingsIn(generated, version);
      assert.equal(found?.severity, 'info');
      assert.ok(found.message.includes(names), found.message);
      assert.deepEqual(more, []);
    }
  });

  test('adds the defaults with the value false', async () => {
    const [found] = await findingsIn(generated, '4.1.0');
    const [fix, ...others] = found?.finding.fixes ?? [];
    assert.ok(fix !== undefined);
    assert.deepEqual([others, fix.sure], [[], false]);
    const fixed = applyEdits(generated, fix.edits);
    for (const name of listMissingDefaults()) assert.ok(fixed.includes(`\ndefault ${name} := false\n`), name);
    assert.deepEqual(await findingsIn(fixed), []);
  });

  test('reports only policies with the policy_data of genpolicy', async () => {
    for (const text of [
      policyWith(''),
      policyWith('# policy_data := {"containers": []}\n'),
      policyWith('policy_data := {}\n'),
      generated.replace('agent_policy', 'other'),
    ])
      assert.deepEqual(await findingsIn(text), []);
    const reads = policyWith('PauseContainerRequest := policy_data.containers == []\n');
    assert.equal((await findingsIn(reads)).length, 1);
  });

  test('finds the difference between the rules of genpolicy 3.28.0 and 4.1.0', async (context) => {
    if (!existsSync(folder)) return context.skip('the shared files are not available');
    const rules = (version: string) => readFileSync(join(folder, `genpolicy/rules-${version}.rego`), 'utf8');
    assert.equal((await findingsIn(`${rules('3.28.0')}\npolicy_data := {"containers": []}\n`)).length, 1);
    assert.deepEqual(await findingsIn(`${rules('4.1.0')}\npolicy_data := {"containers": []}\n`), []);
    const defaults = Array.from(
      rules('4.1.0').matchAll(/^default ([A-Z]\w+) := (true|false)$/gm),
      ([, name = '', value]) => [name, value === 'true'] as const,
    );
    const known = defaultNames.flatMap((name) => {
      const verdict = getDefaultVerdict('genpolicy', name);
      return verdict === undefined ? [] : [[name, verdict] as const];
    });
    assert.deepEqual(new Map(defaults), new Map(known));
  });

  test('knows the 41 requests of the 42 calls of the agent in Kata 4.1.0', (context) => {
    if (!existsSync(folder)) return context.skip('the shared files are not available');
    const calls = readFileSync(join(folder, 'kata-config/agent-4.1.0.proto'), 'utf8').match(/^\s*rpc \w+/gm) ?? [];
    assert.equal(calls.length, 42);
    assert.equal(requestEndpoints.length, 41);
  });
});
