/**
 * Tests the rules for agent policies beyond their examples: policies without findings, differences between guests, and
 * errors of the policy engine.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultPolicyIds } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { packPolicy } from '#server/engine/encoding/pack.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { readGuestCases, noConformance } from '#scripts/conformance/conformanceCases.ts';
import { checkRego, createExecRule, formatFinding, listPolicyFindings } from './checkRego.ts';

const execWith = (body: string, release = '1.12'): Promise<string[]> =>
  listPolicyFindings(policyWith(createExecRule(body)), { release });

describe('shipped policy', () => {
  for (const release of ['1.8', '1.10', '1.11', '1.12']) {
    for (const id of defaultPolicyIds) {
      const text = renderDefaultPolicy(id);
      if (text === undefined) continue;
      test(`${id} has only expected findings in OSC ${release}`, async () => {
        const serious = (await checkRego(text, { release }))
          .filter(({ severity }) => severity === 'error' || severity === 'warning')
          .map(formatFinding);
        const open = id === 'kata-allow-all' || id === 'caa-allow-all' ? ['rego-exec-allowed warning'] : [];
        // The policy of 1.12 depends on a field that older agents don't have. They can't copy any file.
        const expected =
          id === 'osc-1.12' && release !== '1.12' ? Array<string>(4).fill('rego-unknown-input warning') : open;
        assert.deepEqual(serious, expected);
      });
    }
  }
});

describe('policy check compared with the guest policy engine', () => {
  const cases = readGuestCases();
  /** Errors that occur only when two rules apply to the same request. */
  const unforeseen = new Set(['conflicting complete rules']);
  for (const { name, policy, v0, v1 } of cases) {
    if (unforeseen.has(name)) continue;
    test(`agrees for "${name}"`, async () => {
      const all = await checkRego(policy);
      for (const verdict of [v0, v1]) {
        if (verdict.error === undefined) continue;
        const there = all.filter(({ line, severity }) => severity !== 'info' && line <= (verdict.line ?? 0));
        assert.ok(there.length > 0, `nothing found of: ${verdict.error}`);
      }
      if (v0.error === undefined && v1.error === undefined) {
        const refused =
          /rego-(?:syntax|undefined-name|unsafe-variable|recursion|builtin|body-without-if|contains-required|duplicate-import|in-without-import)$/;
        const depends = name === 'base64' ? /builtin/ : /^$/;
        assert.deepEqual(
          all
            .filter(({ rule, severity }) => refused.test(rule) && severity === 'error' && !depends.test(rule))
            .map(formatFinding),
          [],
        );
      }
      const differs = JSON.stringify(v0) !== JSON.stringify(v1);
      if (differs) assert.ok(all.some(({ rule }) => /-without-import|body-without-if/.test(rule)));
    });
  }
  test('has at least 40 test cases', { skip: noConformance }, () => assert.ok(cases.length >= 40));
});

describe('import check', () => {
  const body = '{\n    "ls" in input.process.Args\n}\n';
  test('offers one fix that works in both dialects', async () => {
    const text = policyWith(`default ExecProcessRequest := false\n\nExecProcessRequest if ${body}`, { imports: '' });
    const before = await checkRego(text);
    // The dialect of the 1.12 guest is unknown. The dialect of the 1.11 guest is known.
    assert.deepEqual(before.map(formatFinding), ['rego-if-without-import warning', 'rego-in-without-import warning']);
    assert.deepEqual(await listPolicyFindings(text, { release: '1.11' }), [
      'rego-if-without-import error',
      'rego-in-without-import error',
    ]);
    const fixes = before.flatMap(({ finding }) => finding.fixes);
    assert.deepEqual(
      fixes.map(({ title, sure }) => [title, sure]),
      [
        ['Add imports for Rego v0', true],
        ['Add imports for Rego v0', true],
      ],
    );
    const fixed = applyEdits(text, selectCompatibleEdits(fixes));
    assert.match(fixed, /^package agent_policy\n\nimport future\.keywords\.if\nimport future\.keywords\.in\n/);
    assert.deepEqual(await listPolicyFindings(fixed), []);
  });
  test('keeps CRLF line breaks', async () => {
    const text = policyWith(createExecRule('input.exec_id == "a"'), { imports: '' }).replaceAll('\n', '\r\n');
    const [first] = await checkRego(text);
    const fixed = applyEdits(text, selectCompatibleEdits(first?.finding.fixes ?? []));
    assert.ok(!/[^\r]\n/.test(fixed));
    assert.match(fixed, /import future\.keywords\.if\r\n/);
  });
  test('accepts rego.v1 and future.keywords for all keywords', async () => {
    for (const imports of ['import rego.v1\n', 'import future.keywords\n'])
      assert.deepEqual(
        await listPolicyFindings(
          policyWith(`default ExecProcessRequest := false\n\nExecProcessRequest if ${body}`, { imports }),
        ),
        [],
      );
  });
  test('accepts an import of every without an import of in', async () => {
    const text = policyWith(createExecRule('every one in input.process.Args { one != "sh" }'), {
      imports: 'import future.keywords.every\nimport future.keywords.if\n',
    });
    assert.deepEqual(await listPolicyFindings(text), []);
  });
  test('reports a body without if as a hint in v0 and as an error with rego.v1', async () => {
    const text = policyWith(
      'default ExecProcessRequest := false\n\nExecProcessRequest {\n    input.exec_id == "a"\n}\n',
    );
    assert.deepEqual(await listPolicyFindings(text, { release: '1.11' }), []);
    assert.ok((await listPolicyFindings(text, { release: '1.11', hints: true })).includes('rego-body-without-if hint'));
    assert.deepEqual(
      await listPolicyFindings(text.replace('import future.keywords.if\nimport future.keywords.in', 'import rego.v1')),
      ['rego-body-without-if error'],
    );
  });
  test('warns that v0 rejects the documentation sample and names both imports', async () => {
    const sample = (renderDefaultPolicy('docs-1.12') ?? '').replaceAll(/import .*\n/g, '');
    const messages = (await checkRego(sample))
      .filter(({ severity }) => severity === 'warning')
      .map(({ message }) => message);
    assert.equal(messages.length, 2);
    assert.match(messages[0] ?? '', /rejects this policy because it doesn't import if and in from future\.keywords\./);
  });
});

describe('request check', () => {
  test('reports a misspelled request only once', async () => {
    const text = policyWith('default StartContainerReqest := true\n', { without: ['StartContainerRequest'] });
    assert.deepEqual(await listPolicyFindings(text), ['rego-unknown-endpoint warning']);
  });
  test('accepts a capitalized helper rule that is used', async () => {
    const text = policyWith(
      'AllowedRequest if {\n    input.exec_id == "a"\n}\n\ndefault ExecProcessRequest := false\n\nExecProcessRequest if {\n    AllowedRequest\n}\n',
    );
    assert.deepEqual(await listPolicyFindings(text), []);
  });
  test('offers no automatic rename that would duplicate a default', async () => {
    const [one] = await checkRego(policyWith('default StartContainerReqest := true\n'));
    assert.deepEqual(
      one?.finding.fixes.map(({ sure }) => sure),
      [false],
    );
  });
  test('reports a policy that allows everything in one finding', async () => {
    assert.deepEqual(await listPolicyFindings('package agent_policy\ndefault AllowRequestsFailingPolicy := true'), [
      'rego-allow-failing error',
    ]);
  });
  test('ignores an empty policy', async () => assert.deepEqual(await listPolicyFindings('package agent_policy\n'), []));
  test('reports missing policy_data as information', async () => {
    const rules = policyWith(
      `${createExecRule('some command in policy_data.commands; input.process.Args == command')}\nother := policy_data.common\n`,
    );
    assert.deepEqual(await listPolicyFindings(rules), ['rego-undefined-name info']);
    assert.deepEqual(await listPolicyFindings(`${rules}\npolicy_data := {"commands": [["ls"]], "common": {}}\n`), []);
  });
  test('accepts a policy with only SetPolicyRequest', async () => {
    assert.deepEqual(await listPolicyFindings('package agent_policy\n\ndefault SetPolicyRequest := true\n'), []);
  });
  test('requires no default when a rule evaluates to false or is unconditional', async () => {
    for (const lines of [
      'ExecProcessRequest := input.exec_id == "a"\n',
      'ExecProcessRequest := false if {\n    input.exec_id == "a"\n}\n\nExecProcessRequest if {\n    input.exec_id != "a"\n}\n',
      'ExecProcessRequest if {\n    input.exec_id == "a"\n} else := false\n',
    ])
      assert.deepEqual(await listPolicyFindings(policyWith(lines)), []);
  });
  test('accepts objects with an allowed field as results', async () => {
    const text = policyWith(
      'default ExecProcessRequest := {"allowed": false}\n\nExecProcessRequest := {"allowed": true, "ops": ops} if {\n    ops := [{"op": "add", "path": "/pstate/n", "value": input.exec_id}]\n}\n',
    );
    assert.deepEqual(await listPolicyFindings(text), []);
  });
  test('offers a fix that denies exec except for listed commands in both dialects', async () => {
    const text = policyWith('default ExecProcessRequest := true\ndefault WriteStreamRequest := false\n', {
      imports: '',
    });
    const [first] = (await checkRego(text)).filter(({ rule }) => rule === 'osc/rego-exec-allowed');
    const fix = first?.finding.fixes.find(({ title }) => title === 'Deny exec except for listed commands');
    assert.equal(fix?.sure, false);
    const fixed = applyEdits(text, selectCompatibleEdits([fix]));
    assert.match(fixed, /import future\.keywords\.if\nimport future\.keywords\.in\n/);
    assert.deepEqual(await listPolicyFindings(fixed), []);
  });
  test("adds all missing requests and denies those that pods don't need", async () => {
    const text = 'package agent_policy\n\nimport future.keywords.if\n\ndefault ExecProcessRequest := false\n';
    const [first] = await checkRego(text);
    assert.equal(first?.rule, 'osc/rego-missing-endpoint');
    const all = first.finding.fixes.find(({ title }) => title.startsWith('Add all missing requests'));
    const fixed = applyEdits(text, selectCompatibleEdits(all === undefined ? [] : [all]));
    assert.match(fixed, /default CreateSandboxRequest := true/);
    assert.match(fixed, /default SetPolicyRequest := false/);
    // As in all OSC images.
    assert.match(fixed, /default ReadStreamRequest := false/);
    assert.ok(!(await listPolicyFindings(fixed)).some((rule) => rule.startsWith('rego-missing')));
  });
});

describe('input field check', () => {
  test('accepts protocol fields through variables and functions', async () => {
    for (const body of [
      'some mount in input.OCI.Mounts; mount.type_ == "bind"',
      'input.storages[_].driver_options[0] == "a"',
      'mounts := input.OCI.Mounts; some i; mounts[i].options[_] == "ro"',
      'input.OCI.Annotations["io.kubernetes.cri.container-type"] == "sandbox"',
      'input["OCI"].Process.User.UID == 0',
      'some key, value in input.OCI.Annotations; startswith(key, value)',
    ]) {
      const text = policyWith(`CreateContainerRequest if {\n    ${body}\n}\n`);
      assert.deepEqual(await listPolicyFindings(text), [], body);
    }
  });
  test('ignores fields accessed by computed names', async () => {
    assert.deepEqual(await execWith('some name in ["process", "x"]; input[name].Args[0] == "ls"'), []);
    assert.deepEqual(await execWith('object.get(input, "data", "") == ""'), []);
  });
  test('ignores input replaced by with', async () => {
    const text = policyWith(
      `${createExecRule('is_small with input as {"n": 1}')}\nis_small if {\n    input.n < 2\n}\n`,
    );
    assert.deepEqual(await listPolicyFindings(text), []);
  });
  test('names the request that has the field', async () => {
    const [first] = await checkRego(policyWith(createExecRule('input.OCI.Process.Args == ["ls"]')));
    assert.match(first?.message ?? '', /CreateContainerRequest/);
  });
  test('fixes capitalization automatically', async () => {
    const [first] = await checkRego(policyWith('CreateContainerRequest if {\n    input.oci.Process.Cwd == "/"\n}\n'));
    assert.deepEqual(
      first?.finding.fixes.map(({ title, sure }) => [title, sure]),
      [['Change to OCI', true]],
    );
  });
  test('accepts Type of a namespace and reports type of a device', async () => {
    assert.deepEqual(
      await listPolicyFindings(
        policyWith('CreateContainerRequest if {\n    input.OCI.Linux.Namespaces[_].Type == "pid"\n}\n'),
      ),
      [],
    );
    assert.deepEqual(
      await listPolicyFindings(policyWith('CreateContainerRequest if {\n    input.devices[_].type == "blk"\n}\n')),
      ['rego-type-field error'],
    );
  });
});

describe('function check', () => {
  test('warns about base64 in OSC 1.12 and reports an error in OSC 1.11', async () => {
    assert.deepEqual(await execWith('base64.decode("bHM=") == input.exec_id'), ['rego-builtin warning']);
    assert.deepEqual(await execWith('base64.decode("bHM=") == input.exec_id', '1.11'), ['rego-builtin error']);
  });
  test('accepts a policy function with the name of an unavailable built-in', async () => {
    assert.deepEqual(
      await listPolicyFindings(policyWith(`${createExecRule('walk(input.exec_id)')}\nwalk(x) if {\n    x == "a"\n}\n`)),
      [],
    );
  });
});

test('policy check reports only the syntax error when part of the policy is unreadable', async () => {
  assert.deepEqual(
    await listPolicyFindings(
      'package agent_policy\n\nimport future.keywords.if\n\nExecProcessRequest if {\n    unknown_name(\n',
    ),
    ['rego-syntax error'],
  );
});

test('policy check ignores Rego for other purposes', async () => {
  for (const text of [
    'package main\n\ndeny[msg] { msg := input.x }\n',
    'package agent_policy_test\n\ntest_exec { not data.agent_policy.ExecProcessRequest }\n',
  ])
    assert.deepEqual(await listPolicyFindings(text), []);
});

describe('rego-exec-probe', () => {
  const policy = policyWith('default ExecProcessRequest := false\n');
  const pod = (annotation: string, runtime = 'kata-remote') =>
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n${annotation}spec:\n  runtimeClassName: ${runtime}\n  containers:\n    - name: web\n      lifecycle:\n        preStop:\n          exec:\n            command: [sync]\n`;
  const bringing = (text: string) => `  annotations:\n    io.katacontainers.config.agent.policy: ${packPolicy(text)}\n`;
  test('warns about a pod that embeds the same policy', async () => {
    const [first] = await checkRego(policy, { files: { 'pod.yaml': pod(bringing(policy)) } });
    assert.equal(first === undefined ? '' : formatFinding(first), 'rego-exec-probe warning');
    assert.match(first?.message ?? '', /^This policy denies exec in web \(preStop of web\)\./);
    assert.equal(first?.finding.related[0]?.line, 12);
  });
  test('reports information for a pod without a policy', async () =>
    assert.deepEqual(await listPolicyFindings(policy, { files: { 'pod.yaml': pod('') } }), ['rego-exec-probe info']));
  test('ignores pods without a policy that are neither in the same folder nor in the same kustomization', async () => {
    const files = { 'app/pod.yaml': pod('') };
    assert.deepEqual(await listPolicyFindings(policy, { files }), []);
    const kustomization = { 'kustomization.yaml': 'resources: [app/pod.yaml]\n' };
    assert.deepEqual(await listPolicyFindings(policy, { files: { ...files, ...kustomization } }), [
      'rego-exec-probe info',
    ]);
    assert.deepEqual(await listPolicyFindings(policy, { files: { 'app/pod.yaml': pod(bringing(policy)) } }), [
      'rego-exec-probe warning',
    ]);
  });
  test('ignores pods with another policy or runtime class', async () => {
    assert.deepEqual(
      await listPolicyFindings(policy, { files: { 'pod.yaml': pod(bringing(`${policy}# other\n`)) } }),
      [],
    );
    assert.deepEqual(await listPolicyFindings(policy, { files: { 'pod.yaml': pod('', 'gvisor') } }), []);
  });
  test('reports nothing without a workspace or with a conditional exec rule', async () => {
    assert.deepEqual(await listPolicyFindings(policy), []);
    assert.deepEqual(
      await listPolicyFindings(policyWith(createExecRule('input.process.Args == ["sync"]')), {
        files: { 'pod.yaml': pod('') },
      }),
      [],
    );
  });
});

test('comments and settings suppress policy findings', async () => {
  const text = policyWith('# osc-ignore-next-line rego-exec-allowed: a test\ndefault ExecProcessRequest := true\n');
  assert.ok(!(await listPolicyFindings(text)).some((rule) => rule.startsWith('rego-exec-allowed')));
  assert.ok(
    !(await listPolicyFindings(text.replace('osc-ignore', 'x'), { severities: { 'rego-exec-allowed': 'off' } })).some(
      (rule) => rule.startsWith('rego-exec-allowed'),
    ),
  );
});
