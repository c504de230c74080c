/** Tests cases of the rules for agent requests that their examples don't contain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { newestRelease } from '#core/product/releases.ts';

async function foundBy(id: string, text: string, options: CheckOptions = {}) {
  const found = await check(text, { language: 'rego', hints: true, ...options });
  return found.filter(({ rule }) => rule === `osc/${id}`);
}

const withDefault = (rules: string) =>
  policyWith(`default WriteStreamRequest := true\n\n${rules}\n`, { imports: 'import rego.v1\n' });

describe('rego-default-true', () => {
  for (const rules of [
    'WriteStreamRequest if input.exec_id == "web"',
    'WriteStreamRequest := true if input.exec_id == "web"',
    'WriteStreamRequest if { input.exec_id == "web" } else := true if { input.exec_id == "x" }',
    'WriteStreamRequest if input.exec_id == "web"\nWriteStreamRequest if input.container_id == "x"',
  ])
    test(`reports a default regardless of ${rules}`, async () => {
      const found = await foundBy('rego-default-true', withDefault(rules));
      assert.deepEqual(
        found.map(({ severity, line }) => [severity, line]),
        [['warning', withDefault(rules).split('\n').indexOf('default WriteStreamRequest := true')]],
      );
      assert.deepEqual(await foundBy('rego-risky-request', withDefault(rules)), []);
    });

  for (const rules of [
    'WriteStreamRequest := false if input.exec_id == "web"',
    'WriteStreamRequest := input.exec_id == "web"',
    'WriteStreamRequest if { input.exec_id == "web" } else := false',
    'WriteStreamRequest := {"allowed": true, "ops": []} if input.exec_id == "web"',
    'WriteStreamRequest if input.exec_id == "web"\nWriteStreamRequest := allowed if { allowed := input.len == 0 }',
    'WriteStreamRequest if { print(input); false }',
    'WriteStreamRequest if print(input)',
  ])
    test(`reports nothing if a rule can deny the request or has no condition: ${rules}`, async () =>
      assert.deepEqual(await foundBy('rego-default-true', withDefault(rules)), []));

  test('leaves ExecProcessRequest to its own rule', async () => {
    const text = policyWith(
      'default ExecProcessRequest := true\n\nExecProcessRequest if {\n    input.exec_id == ""\n}\n',
    );
    assert.deepEqual(await foundBy('rego-default-true', text), []);
    assert.equal((await foundBy('rego-exec-allowed', text)).length, 1);
  });
});

describe('rego-risky-request', () => {
  for (const name of ['SetPolicyRequest', 'ReadStreamRequest'])
    test(`shows the risk of ${name} as a hint in a file only`, async () => {
      const text = policyWith(`default ${name} := true\n`, { without: [name] });
      const [found, ...others] = await foundBy('rego-risky-request', text);
      assert.equal(found?.severity, 'hint');
      assert.match(found.message, /^\w+ is allowed unconditionally\. The host can /);
      assert.deepEqual(others, []);
      const inInitdata = checkPolicy(
        new Policy(text),
        { uri: 'file:///a.toml', place: 'initdata' },
        {
          release: newestRelease,
          severities: new Map(),
          workspace: createWorkspaceSnapshot([]),
          now: 0,
          onError: (message) => assert.fail(message),
        },
      );
      assert.deepEqual(
        inInitdata.filter(({ rule }) => rule.id === 'rego-risky-request'),
        [],
      );
    });
});

describe('rego-unknown-endpoint', () => {
  const fixesOf = async (rules: string) =>
    (await foundBy('rego-unknown-endpoint', policyWith(rules))).flatMap(({ finding }) =>
      finding.fixes.map(({ title, sure }) => [title, sure]),
    );
  test("doesn't rename rules with different names to the same request automatically", async () => {
    const title = 'Rename to ExecProcessRequest';
    assert.deepEqual(await fixesOf('default ExecProcesRequest := true\ndefault ExecProcessReqest := false\n'), [
      [title, false],
      [title, false],
    ]);
    assert.deepEqual(await fixesOf('ExecProcesRequest { input.a == 1 }\nExecProcesRequest { input.a == 2 }\n'), [
      [title, true],
      [title, true],
    ]);
  });
  for (const condition of ['allow', 'data.agent_policy.allow', 'data.agent_policy[input.exec_id]'])
    test(`doesn't report a default for allow that a request uses: ${condition}`, async () =>
      assert.deepEqual(
        await foundBy(
          'rego-unknown-endpoint',
          policyWith(
            `default allow := true\ndefault ExecProcessRequest := false\n\nExecProcessRequest if ${condition}\n`,
          ),
        ),
        [],
      ));
});

describe('rego-body-without-if', () => {
  const bodies = Array.from({ length: 89 }, (_, index) => `helper${index} {\n    input.exec_id == "x"\n}\n`).join('');
  test('counts all bodies in one finding, and its fix changes all', async () => {
    const found = await foundBy('rego-body-without-if', policyWith(bodies));
    assert.deepEqual(
      found.map(({ message }) => message),
      [
        `A guest with Rego v1, which OSC ${newestRelease.id} might use, rejects the whole policy because if is missing before 89 rule bodies.`,
      ],
    );
    assert.deepEqual(
      found[0]?.finding.fixes.map(({ title, edits }) => [title, edits.length]),
      [['Add all missing if keywords', 89]],
    );
  });
  test('adds all missing imports with one fix', async () => {
    const text = policyWith(
      'ExecProcessRequest {\n    some command in ["ls"]\n    every arg in input.process.Args { arg == command }\n}\n',
      { imports: '' },
    );
    const [fix] = (await foundBy('rego-body-without-if', text))[0]?.finding.fixes ?? [];
    assert.equal(fix?.title, 'Add all missing keywords and their imports');
    const fixed = applyEdits(text, fix.edits);
    assert.match(
      fixed,
      /\nimport future\.keywords\.every\nimport future\.keywords\.if\nimport future\.keywords\.in\n[^]*ExecProcessRequest if \{/,
    );
    assert.deepEqual(await foundBy('rego-in-without-import', fixed), []);
    const [other] = (await foundBy('rego-in-without-import', text))[0]?.finding.fixes ?? [];
    assert.ok(other !== undefined);
    assert.equal(applyEdits(text, selectCompatibleEdits([fix, other])), fixed);
  });
  test('is a hint for a guest with Rego v0 and an error with rego.v1', async () => {
    const severity = async (text: string, release: string) =>
      (await foundBy('rego-body-without-if', text, { release })).map((found) => found.severity);
    assert.deepEqual(await severity(policyWith(bodies), '1.10'), ['hint']);
    assert.deepEqual(await severity(policyWith(bodies, { imports: 'import rego.v1\n' }), '1.10'), ['error']);
  });
});
