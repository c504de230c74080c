import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { newInitdata } from '#server/embedded/attachInitdata.ts';
import { packInitdata, packPolicy, unpackInitdata } from '#server/engine/encoding/pack.ts';
import type {
  AttachInitdata,
  AttachPolicy,
  PackResponse,
  PolicyReplay,
  PolicyTable,
  PolicyTest,
  UnpackResponse,
} from '#server/protocol/protocol.ts';
import type { GeneratePolicy } from '#server/protocol/generatePolicy.ts';
import { Editor } from '#test/support/lsp/editor.ts';

const rego =
  'package agent_policy\nimport rego.v1\ndefault ExecProcessRequest := false\nExecProcessRequest if {\n  input.x == 1\n}\n';
const toml = `algorithm = "sha256"\nversion = "0.1.0"\n[data]\n"policy.rego" = '''\n${rego}'''\n`;
const uri = 'file:///work/policy.rego';
const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  runtimeClassName: kata\n  containers: []\n';
const policyKey = 'io.katacontainers.config.agent.policy';

describe('policy request', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.start();
    await editor.open(uri, rego);
    await editor.open('file:///work/initdata.toml', toml);
    await editor.open('file:///work/pod.yaml', pod);
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
  });
  const exec = ({ rows }: PolicyTable) => rows.find(({ endpoint }) => endpoint === 'ExecProcessRequest');

  test('returns the policy table', async () => {
    const table = await editor.request<PolicyTable>('osc/policy/table', { uri });
    assert.deepEqual(
      [table.release, table.base, table.problem, table.bases.length],
      [newestRelease.id, 'OSC 1.12 images', undefined, 9],
    );
    assert.match(table.guest, /Rego v0 or v1/);
    const row = exec(table);
    assert.deepEqual([row?.verdict, row?.baseVerdict, row?.risky], ['conditional', 'denied', true]);
    assert.deepEqual(row?.range, { start: { line: 3, character: 0 }, end: { line: 3, character: 18 } });
  });
  test('returns the table of initdata compared with a text', async () => {
    const base = { title: 'HEAD', text: 'package agent_policy\nExecProcessRequest := true\n' };
    const table = await editor.request<PolicyTable>('osc/policy/table', { uri: 'file:///work/initdata.toml', base });
    assert.deepEqual(
      [table.base, exec(table)?.baseVerdict, exec(table)?.range?.start],
      ['HEAD', 'allowed', { line: 7, character: 0 }],
    );
  });
  test('returns the table compared with a default policy', async () => {
    const table = await editor.request<PolicyTable>('osc/policy/table', { uri, base: 'kata-allow-all' });
    assert.deepEqual([table.base, exec(table)?.baseVerdict], ['Kata: allow all', 'allowed']);
  });
  test('replays recorded requests', async () => {
    const { entries, problem } = await editor.request<PolicyReplay>('osc/policy/replay', {
      uri,
      log: '["ep":"ExecProcessRequest",{"x":1}],\n["ep":"ExecProcessRequest",{"x":2}],\n',
    });
    assert.equal(problem, undefined);
    assert.deepEqual(
      entries.map(({ line, result, failures }) => [line, result, failures]),
      [
        [0, true, []],
        [
          1,
          false,
          [
            {
              range: { start: { line: 4, character: 2 }, end: { line: 4, character: 14 } },
              message: '`input.x == 1` is false.',
            },
          ],
        ],
      ],
    );
  });
  test('offers the edit that adds missing defaults to a policy or initdata', async () => {
    const log = 'AddSwapPathRequest: internal error policy check: unexpected eval_query result len 0';
    for (const [name, text] of [
      [uri, rego],
      ['file:///work/initdata.toml', toml],
    ] as const) {
      const { entries } = await editor.request<PolicyReplay>('osc/policy/replay', { uri: name, log });
      const fix = entries[0]?.fix ?? assert.fail(name);
      assert.equal(fix.title, 'Add the missing defaults with the value false');
      const changed = TextDocument.applyEdits(TextDocument.create(name, '', 1, text), [...fix.edits]);
      assert.match(
        changed,
        /default ExecProcessRequest := false\ndefault AddSwapPathRequest := false\ndefault GetDiagnosticDataRequest := false\n/,
      );
    }
    const missing = await editor.request<PolicyReplay>('osc/policy/replay', {
      uri,
      log: '["ep":"CopyFileRequest",{}],\n["ep":"ExecProcessRequest",{"x":2}],\n',
    });
    assert.deepEqual(
      missing.entries.map(({ result, fix }) => [result, fix?.title, fix?.edits[0]?.newText]),
      [
        [null, 'Add the missing default with the value false', 'default CopyFileRequest := false\n'],
        [false, undefined, undefined],
      ],
    );
  });
  test('notes in tables, replays, and tests that the verdicts depend on the unknown dialect of the guest', async () => {
    const trap = 'file:///work/trap.rego';
    const text =
      'package agent_policy\ndefault ExecProcessRequest := false\nExecProcessRequest if {\n  input.x == 1\n}\n';
    await editor.open(trap, text);
    const table = await editor.request<PolicyTable>('osc/policy/table', { uri: trap });
    const expected = /unknown.*With Rego v0.*ExecProcessRequest: Allowed/;
    assert.match(table.problem ?? '', expected);
    const log = '["ep":"ExecProcessRequest",{"x":2}],\n';
    const replay = await editor.request<PolicyReplay>('osc/policy/replay', { uri: trap, log });
    assert.deepEqual([replay.entries[0]?.result, replay.problem, replay.note], [false, undefined, table.problem]);
    // A denial message has no input, but its verdict also depends on the dialect.
    const denial = await editor.request<PolicyReplay>('osc/policy/replay', {
      uri: trap,
      log: 'ExecProcessRequest is blocked by policy: \n',
    });
    assert.equal(denial.note, table.problem);
    const cases = 'cases:\n  - name: one\n    request: ExecProcessRequest\n    input: {x: 2}\n    allowed: false\n';
    const run = (more: string) =>
      editor.request<PolicyTest>('osc/policy/test', {
        uri: 'file:///work/trap.policy-test.yaml',
        text: `${more}${cases}`,
        policy: text,
      });
    assert.equal((await run('')).note, table.problem);
    assert.equal((await run('dialect: v1\n')).note, undefined);
    assert.equal((await editor.request<PolicyReplay>('osc/policy/replay', { uri, log })).note, undefined);
  });
  test('reports a log without recorded requests', async () =>
    assert.match(
      (await editor.request<PolicyReplay>('osc/policy/replay', { uri, log: 'hello' })).problem ?? '',
      /Log line 1.*no recorded request/,
    ));
  test('responds to other requests while a replay reaches the evaluation limits', async () => {
    const slow = 'file:///work/slow.rego';
    const condition =
      'count([1 | some x in numbers.range(1, 9999); some y in numbers.range(1, 9999); x + y == input.x]) > 1';
    await editor.open(slow, `package agent_policy\nimport rego.v1\nExecProcessRequest if ${condition}\n`);
    const replayed: PolicyReplay[] = [];
    const replay = editor
      .request<PolicyReplay>('osc/policy/replay', {
        uri: slow,
        log: '["ep":"ExecProcessRequest",{"x":1}],\n'.repeat(9),
      })
      .then((answer) => {
        replayed.push(answer);
      });
    let answers = 0;
    while (replayed.length === 0) {
      await editor.request<PolicyTable>('osc/policy/table', { uri });
      answers += 1;
    }
    await replay;
    // With a single thread, the server could only respond to a few requests, between two recorded ones.
    assert.ok(answers > 50, `${answers} answers`);
    assert.deepEqual(
      replayed[0]?.entries.map(({ error }) => error?.startsWith('stopped after')),
      [true, true, true, true, true],
    );
  });
  test('lists and runs policy tests', async () => {
    const params = {
      uri: 'file:///work/a%20b.policy-test.yaml',
      text: 'cases:\n  - name: one\n    request: ExecProcessRequest\n    input: {x: 2}\n    allowed: true\n',
    };
    const listed = await editor.request<PolicyTest>('osc/policy/test', params);
    const range = { start: { line: 1, character: 10 }, end: { line: 1, character: 13 } };
    assert.deepEqual(listed, { policyFile: 'a b.rego', cases: [{ name: 'one', range }] });
    const { cases } = await editor.request<PolicyTest>('osc/policy/test', { ...params, policy: rego });
    assert.deepEqual(cases, [
      { name: 'one', range, passed: false, message: 'expected Allowed, got Denied\nLine 5: `input.x == 1` is false.' },
    ]);
  });
  test('reads and writes an embedded policy', async () => {
    const text = pod.replace('  name: web\n', `  annotations:\n    ${policyKey}: "${packPolicy(rego)}"\n`);
    const place = { document: 0, path: ['metadata', 'annotations', policyKey] };
    assert.deepEqual(await editor.request<UnpackResponse>('osc/packed/read', { text, place }), {
      language: 'rego',
      content: rego,
    });
    const { edits } = await editor.request<PackResponse>('osc/packed/write', { text, place, content: `${rego}#` });
    assert.equal(
      TextDocument.applyEdits(TextDocument.create('a:', 'yaml', 0, text), [...edits]),
      text.replace(packPolicy(rego), packPolicy(`${rego}#`)),
    );
  });
  test('attaches a policy to a pod', async () => {
    const { edits, explanation, problem } = await editor.request<AttachPolicy>('osc/policy/attach', {
      uri: 'file:///work/pod.yaml',
      offset: 20,
      policy: rego,
    });
    assert.equal(problem, undefined);
    assert.match(explanation, /is set in the annotation/);
    const after = TextDocument.applyEdits(editor.document('file:///work/pod.yaml'), [...edits]);
    assert.equal(
      after,
      pod.replace('  name: web\n', `  annotations:\n    ${policyKey}: "${packPolicy(rego)}"\n  name: web\n`),
    );
  });
  test('attaches initdata to a pod, and replaces different contents only after a confirmation', async () => {
    const where = 'file:///work/remote.yaml';
    const before = `${newInitdata(rego)}"aa.toml" = "a = 1"\n`;
    const key = 'io.katacontainers.config.hypervisor.cc_init_data';
    const remote = `# A comment\napiVersion: v1\nkind: Pod\nmetadata:\n  annotations:\n    ${key}: "${packInitdata(before)}" # here\n  name: web\nspec: {runtimeClassName: kata-remote}\n`;
    await editor.open(where, remote);
    const attach = (content: string, replaces: boolean): Promise<AttachInitdata> =>
      editor.request<AttachInitdata>('osc/initdata/attach', { uri: where, offset: 30, toml: content, replaces });
    const next = newInitdata(`${rego}# changed\n`);
    const asked = await attach(next, false);
    assert.deepEqual([asked.edits, asked.conflicts], [[], ['policy.rego']]);
    assert.match(asked.errors?.join('\n') ?? '', /^The policy has no rule for CreateSandboxRequest/);
    const { edits, kept, consequences, explanation } = await attach(next, true);
    assert.deepEqual([kept, consequences?.length], [['aa.toml'], 1]);
    assert.match(explanation, /is set in the annotation/);
    const after = TextDocument.applyEdits(editor.document(where), [...edits]);
    const [head, value = '', tail] = after.split(/cc_init_data: "([^"]*)"/);
    assert.deepEqual(
      [`${head}cc_init_data: "`, `"${tail}`],
      [remote.slice(0, remote.indexOf(packInitdata(before))), remote.slice(remote.indexOf('" # here'))],
    );
    const merged = unpackInitdata(value).text ?? '';
    assert.match(merged, /# changed/);
    assert.match(merged, /"aa\.toml" = '''\na = 1'''/);
  });
  test('generates a policy for the workload at an offset', async () => {
    const uri = 'file:///work/pod.yaml';
    const listed = await editor.request<GeneratePolicy>('osc/policy/generate', { uri });
    assert.deepEqual(
      listed.workloads.map(({ kind, name, hasProbes }) => [kind, name, hasProbes]),
      [['Pod', 'web', false]],
    );
    assert.equal(listed.text, undefined);
    const made = await editor.request<GeneratePolicy>('osc/policy/generate', { uri, offset: 20, logs: true });
    assert.equal(made.text, undefined);
    assert.match(made.messages[0]?.message ?? '', /no containers/);
  });
  test('shows the conditions that differ from the base', async () => {
    const base = { title: 'before', text: rego.replace('input.x == 1', 'input.x == 2') };
    const { rows } = await editor.request<PolicyTable>('osc/policy/table', { uri, base });
    const change = rows.find(({ endpoint }) => endpoint === 'ExecProcessRequest')?.change;
    assert.deepEqual(change, {
      effect: 'unknown',
      lines: [
        { sign: '-', text: '{ input.x == 2 }' },
        { sign: '+', text: '{ input.x == 1 }' },
      ],
    });
  });
  test('returns a problem for invalid parameters', async () => {
    for (const sent of [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { uri: 1, place: { document: 'x', path: 1 }, text: {}, offset: 'a', log: [], base: 4 },
      { uri: 'file:///none.rego', place: { document: -1, path: [{}] } },
    ]) {
      for (const method of [
        'policy/table',
        'policy/replay',
        'policy/test',
        'packed/read',
        'packed/write',
        'policy/attach',
        'policy/generate',
      ]) {
        const { problem } = await editor.request<{ problem?: unknown }>(`osc/${method}`, sent);
        assert.equal(typeof problem, 'string', `${method} ${JSON.stringify(sent)}`);
      }
    }
  });
});
