/** Tests the evaluation of a pod's policy for requests that are only partly known. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { execRequests, type ExecCommand } from '#core/agent/inputs/execRequests.ts';
import { allowedCommandsRule, renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { runEvaluation } from '#server/policy/evaluationWorker/evaluationThread.ts';
import type { EvaluatedPolicy, EvaluatePolicyParams } from '#server/protocol/evaluatePolicy.ts';
import { evaluatePolicyDirectly } from './evaluateDirectly.ts';

const shell: ExecCommand = { command: ['/bin/sh'], tty: true, stdin: true };

function evaluate(policy: string, more: Partial<EvaluatePolicyParams> = {}): Promise<EvaluatedPolicy> {
  const params = { encoding: 'rego', policy, release: '1.12', requests: execRequests(shell), ...more };
  return evaluatePolicyDirectly(params);
}

const policyWith = (rules: string): string => `package agent_policy\nimport rego.v1\n${rules}\n`;

async function execVerdict(rules: string, command = shell): Promise<string | undefined> {
  const { results } = await evaluate(policyWith(rules), { requests: execRequests(command) });
  return results[0]?.verdict;
}

describe('the evaluation of a policy for a command', () => {
  test('returns a verdict for each request, with the deciding rule', async () => {
    const { results, problem } = await evaluate(renderDefaultPolicy('docs-1.12') ?? '');
    assert.equal(problem, undefined);
    assert.deepEqual(
      results.map(({ endpoint, verdict }) => [endpoint, verdict]),
      [
        ['ExecProcessRequest', 'denied'],
        ['ReadStreamRequest', 'denied'],
        ['WriteStreamRequest', 'denied'],
        ['TtyWinResizeRequest', 'allowed'],
        ['CloseStdinRequest', 'allowed'],
      ],
    );
    const lines = (renderDefaultPolicy('docs-1.12') ?? '').split('\n');
    assert.match(lines[results[2]?.range?.start.line ?? -1] ?? '', /default WriteStreamRequest := false/);
    assert.match(results[0]?.reason ?? '', /is false/);
    assert.equal(results[3]?.range, undefined);
  });

  test('compares the exact arguments and whether there is a terminal', async () => {
    const rule = 'ExecProcessRequest if input.process.Args == ["/bin/sh"]';
    assert.equal(await execVerdict(rule), 'allowed');
    assert.equal(await execVerdict(rule, { ...shell, command: ['/bin/sh', '-l'] }), 'undefined');
    const noTerminal = 'default ExecProcessRequest := false\nExecProcessRequest if not input.process.Terminal';
    assert.equal(await execVerdict(noTerminal), 'denied');
    assert.equal(await execVerdict(noTerminal, { ...shell, tty: false }), 'allowed');
  });

  test('depends on the request only if the policy needs a field that is not known', async () => {
    const rule = (condition: string) => `default ExecProcessRequest := false\nExecProcessRequest if { ${condition} }`;
    assert.equal(await execVerdict(rule('input.container_id == "a"')), 'conditional');
    assert.equal(await execVerdict(rule('input.process.Env[_] == "A=1"')), 'conditional');
    assert.equal(await execVerdict(rule('some key, _ in input.process; key == "Cwd"')), 'conditional');
    assert.equal(await execVerdict(rule('input == {}')), 'conditional');
    assert.equal(await execVerdict(rule('data.pstate.count == 1')), 'conditional');
    // The arguments already decide.
    assert.equal(await execVerdict(rule('input.process.Args == ["date"]; input.container_id == "a"')), 'denied');
    // Known, although the request doesn't name them: the runtime never sets them.
    assert.equal(await execVerdict(rule('input.process.SelinuxLabel == ""; is_null(input.string_user)')), 'allowed');
  });

  test('ignores print, which reads the whole request', async () =>
    assert.equal(
      await execVerdict(
        'default ExecProcessRequest := false\nExecProcessRequest if {\n  print("exec", input)\n  input.process.Args == ["/bin/sh"]\n}',
      ),
      'allowed',
    ));

  test('decides a policy that a request about the state does not change', async () => {
    const { results } = await evaluate(
      policyWith(
        'default ExecProcessRequest := false\nReadStreamRequest := {"allowed": true, "ops": [{"op": "add", "path": "/pstate/read", "value": true}]}\nWriteStreamRequest := true',
      ),
    );
    assert.deepEqual(
      results.slice(0, 3).map(({ verdict }) => verdict),
      ['denied', 'allowed', 'allowed'],
    );
  });

  test('allows every request if the policy enables AllowRequestsFailingPolicy', async () =>
    assert.equal(await execVerdict('default AllowRequestsFailingPolicy := true'), 'allowed'));

  test('lists the commands that the policy allows, and no others', async () => {
    const listed = policyWith(`default ExecProcessRequest := false\n${allowedCommandsRule(['date -u', 'ls /tmp'])}`);
    assert.deepEqual((await evaluate(listed)).commands, [
      ['date', '-u'],
      ['ls', '/tmp'],
    ]);
    const single = policyWith(`default ExecProcessRequest := false\n${allowedCommandsRule(['echo hello'])}`);
    assert.deepEqual((await evaluate(single)).commands, [['echo', 'hello']]);
    const exact = policyWith(
      'default ExecProcessRequest := false\nExecProcessRequest if input.process.Args in [["sh", "-c", "date -u"], ["true"]]',
    );
    assert.deepEqual((await evaluate(exact)).commands, [['sh', '-c', 'date -u'], ['true']]);
    const denied = policyWith('default ExecProcessRequest := false\nother_commands := ["date"]');
    assert.deepEqual((await evaluate(denied)).commands, []);
  });

  test('decodes the annotation and initdata, and finds no policy in initdata without one', async () => {
    const policy = policyWith('default ExecProcessRequest := true');
    const toml = `algorithm = "sha256"\nversion = "0.1.0"\n[data]\n"policy.rego" = '''\n${policy}'''\n`;
    for (const [encoding, value] of [
      ['annotation', packPolicy(policy)],
      ['initdata', packInitdata(toml)],
    ] as const) {
      const { text, results } = await evaluate(value, { encoding });
      assert.equal(text, policy);
      assert.equal(results[0]?.verdict, 'allowed');
    }
    const without = packInitdata('algorithm = "sha256"\nversion = "0.1.0"\n[data]\n"aa.toml" = \'\'\n');
    assert.deepEqual(await evaluate(without, { encoding: 'initdata' }), { results: [], commands: [] });
  });

  test('reports a policy that is damaged or that the guest rejects', async () => {
    const damaged = await evaluate('!!!', { encoding: 'annotation' });
    assert.equal(damaged.text, undefined);
    assert.notEqual(damaged.problem, undefined);
    const rejected = await evaluate('package agent_policy\ndefault ExecProcessRequest :=');
    assert.match(rejected.problem ?? '', /The guest rejects this policy/);
    assert.deepEqual(rejected.results, []);
  });

  test('ignores parameters of a wrong type', async () => {
    for (const sent of [
      undefined,
      null,
      5,
      {},
      { requests: 'all', policy: 3 },
      { requests: [null, {}], encoding: 1 },
    ]) {
      const { results, commands } = await evaluatePolicyDirectly(sent);
      assert.deepEqual([results, commands], [[], []]);
    }
  });

  test('returns the same from a thread as without one', async () => {
    const policy = policyWith('default ExecProcessRequest := false\nExecProcessRequest if input.container_id == "a"');
    const verdicts: (boolean | undefined)[] = [];
    await runEvaluation(
      { kind: 'decide', policy, text: '{"kind":"ExecProcessRequest","request":{}}', release: '1.12' },
      { isCancelled: () => false, take: ({ request }) => verdicts.push(request?.isConditional) },
    );
    assert.deepEqual(verdicts, [true]);
  });
});
