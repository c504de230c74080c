/** Tests policy tests, Rego unit tests, coverage, and traces in the server. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CodeAction, CompletionItem, Hover } from 'vscode-languageserver';
import { packPolicy } from '#server/engine/encoding/pack.ts';
import type { PodPolicies, PolicyReplay, PolicyTest } from '#server/protocol/protocol.ts';
import { Editor } from '#test/support/lsp/editor.ts';

const uri = 'file:///work/policy.rego';
const rego =
  'package agent_policy\nimport rego.v1\ndefault ExecProcessRequest := false\nExecProcessRequest if {\n  input.x == 1\n  input.y == 2\n}\n';
const unitTest = 'package agent_policy\nimport rego.v1\ntest_one if not ExecProcessRequest with input as {"x": 1}\n';
const testUri = 'file:///work/policy_test.rego';
const caseUri = 'file:///work/policy.policy-test.yaml';

describe('policy tests in the server', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.start({
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    });
    await editor.open(uri, rego);
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
  });

  const at = (line: number, character: number) => ({
    textDocument: { uri: caseUri },
    position: { line, character },
  });

  test('have findings with fixes, completion, and hovers', async () => {
    await editor.open(caseUri, 'cases:\n  - reqest: ExecProcessRequest\n    allowed: \n    \n');
    const [finding] = await editor.diagnosticsWhen(caseUri, ({ diagnostics }) => diagnostics.length > 0);
    assert.deepEqual(
      [finding?.code, finding?.severity, finding?.message, finding?.range.start],
      ['osc/policy-test', 1, 'Unknown key reqest. Did you mean request?', { line: 1, character: 4 }],
    );
    assert.ok(finding !== undefined);
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: caseUri },
      range: finding.range,
      context: { diagnostics: [finding] },
    });
    assert.ok(actions.some(({ title }) => title === 'Change to request'));
    const labels = async (line: number, character: number) => {
      const found = await editor.request<CompletionItem[] | { readonly items: CompletionItem[] } | null>(
        'textDocument/completion',
        at(line, character),
      );
      return (Array.isArray(found) ? found : (found?.items ?? [])).map(({ label }) => label);
    };
    assert.deepEqual(await labels(2, 13), ['true', 'false', 'undefined']);
    assert.ok((await labels(3, 4)).includes('input'));
    assert.ok(!(await labels(3, 4)).includes('allowed'));
    const hover = await editor.request<Hover | null>('textDocument/hover', at(2, 6));
    assert.match(JSON.stringify(hover?.contents), /Expected verdict/);
  });

  test('lists Rego unit tests, and runs them with the policy among the files', async () => {
    const params = { uri: testUri, text: unitTest };
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 8 } };
    assert.deepEqual(await editor.request<PolicyTest>('osc/policy/test', params), {
      cases: [{ name: 'test_one', range }],
    });
    const ran = await editor.request<PolicyTest>('osc/policy/test', {
      ...params,
      files: [{ uri, text: rego }],
      coverage: true,
    });
    assert.deepEqual([ran.policyFile, ran.policyUri, ran.problem], ['policy.rego', uri, undefined]);
    assert.deepEqual(ran.cases, [{ name: 'test_one', range, passed: true }]);
    assert.deepEqual(
      ran.coverage?.statements.map(({ range: { start }, count }) => [start.line, count]),
      [
        [4, 1],
        [5, 1],
      ],
    );
    assert.deepEqual(
      ran.coverage?.bodies.map(({ name, count }) => [name, count]),
      [['ExecProcessRequest', 1]],
    );
    const without = await editor.request<PolicyTest>('osc/policy/test', { ...params, files: [] });
    assert.match(without.problem ?? '', /Found no policy in package agent_policy/);
    // A policy can define a rule with such a name.
    const policy = await editor.request<PolicyTest>('osc/policy/test', {
      uri,
      text: `${rego}test_x := 1\n`,
      files: [],
    });
    assert.deepEqual([policy.cases, typeof policy.problem], [[], 'string']);
  });

  test('returns the coverage of test cases', async () => {
    const { coverage } = await editor.request<PolicyTest>('osc/policy/test', {
      uri: caseUri,
      text: 'cases:\n  - request: ExecProcessRequest\n    input: { x: 2 }\n    allowed: false\n',
      policy: rego,
      coverage: true,
    });
    assert.deepEqual(
      coverage?.statements.map(({ count }) => count),
      [1, 0],
    );
  });

  test('returns the evaluation of one replayed request', async () => {
    const { entries } = await editor.request<PolicyReplay>('osc/policy/replay', {
      uri,
      log: '["ep":"ExecProcessRequest",{"x":0}],\n["ep":"ExecProcessRequest",{"x":1,"y":2}],\n',
      trace: 1,
    });
    assert.equal(entries[0]?.trace, undefined);
    assert.deepEqual(
      entries[1]?.trace?.steps.map(({ range: { start }, expression, value, succeeded, values }) => [
        start.line,
        expression,
        value,
        succeeded,
        ...values.map((each) => `${each.expression} = ${each.value}`),
      ]),
      [
        [4, 'input.x == 1', 'true', true, 'input.x = 1'],
        [5, 'input.y == 2', 'true', true, 'input.y = 2'],
      ],
    );
  });

  test('finds the policy of a pod or of its workload', async () => {
    const key = 'io.katacontainers.config.agent.policy';
    const pod = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    ${key}: ${packPolicy(rego)}\nspec:\n  runtimeClassName: kata\n`;
    const ask = (name: unknown) => editor.request<PodPolicies>('osc/policy/ofPod', { text: pod, pod: name });
    const found = { policies: [{ place: { document: 0, path: ['metadata', 'annotations', key] }, language: 'rego' }] };
    assert.deepEqual(await ask('web'), found);
    assert.deepEqual(await ask('web-7d9f-x2'), found);
    for (const other of ['shop', '', 1]) assert.deepEqual(await ask(other), { policies: [] });
  });
});
