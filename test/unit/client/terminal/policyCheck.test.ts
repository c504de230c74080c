/** Tests which policy of a pod is evaluated before a terminal opens, and what the list shows and offers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import type { ExecCommand } from '#core/agent/inputs/execRequests.ts';
import { fail, succeed } from '#core/common/result.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import { checkItems } from '#client/terminal/policyCheck/checkItems.ts';
import { findPolicy } from '#client/terminal/policyCheck/findPolicy.ts';
import { checkPolicy, type PolicyCheck } from '#client/terminal/policyCheck/policyCheck.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { evaluatePolicyDirectly } from '#test/unit/server/embedded/evaluateDirectly.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';

const shell: ExecCommand = { command: ['/bin/sh'], tty: true, stdin: true };
const policyKey = 'io.katacontainers.config.agent.policy';
const initdataKey = 'io.katacontainers.config.hypervisor.cc_init_data';

const ask: SendServerRequest = (_method, params) => evaluatePolicyDirectly(params);

const policyWith = (...defaults: readonly string[]): string =>
  `package agent_policy\n${defaults.map((line) => `default ${line}\n`).join('')}`;
const initdataWith = (policy: string): string =>
  packInitdata(`algorithm = "sha256"\nversion = "0.1.0"\n[data]\n"policy.rego" = '''\n${policy}'''\n`);
const emptyInitdata = packInitdata('algorithm = "sha256"\nversion = "0.1.0"\n[data]\n"aa.toml" = \'\'\n');

function pod(runtimeClassName: string | undefined, annotations: Readonly<Record<string, string>> = {}): object {
  return { metadata: { name: 'web', namespace: 'shop', annotations }, spec: { runtimeClassName } };
}

interface Cluster {
  /** Data of ConfigMaps by name, or why they can't be read. */
  readonly configMaps?: Readonly<Record<string, Readonly<Record<string, string>> | ApiProblem['kind']>>;
  readonly release?: string;
}

async function check(of: object, { configMaps = {}, release }: Cluster = {}): Promise<PolicyCheck | undefined> {
  const connection = new ScriptedConnection();
  connection.answer = ({ path }) => {
    const data = configMaps[path.split('/').at(-1) ?? ''] ?? 'notFound';
    return typeof data === 'string' ? fail({ kind: data, message: `${data}: ${path}` }) : succeed({ data });
  };
  const of1 = findRelease(release ?? '') ?? newestRelease;
  const search = await findPolicy(connection, of, of1, new AbortController().signal);
  return search === undefined ? undefined : checkPolicy(ask, search, shell, of1.id);
}

const verdicts = (found: PolicyCheck | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((found?.lines ?? []).map(({ endpoint, verdict }) => [endpoint, verdict]));

describe('the policy of a pod', () => {
  test('is only checked for pods that run in a sandbox', async () => {
    assert.equal(await check(pod(undefined)), undefined);
    assert.equal(await check(pod('runc')), undefined);
    assert.equal(await check(pod('katacomb')), undefined);
  });

  test('is the one in the annotation of a running pod, before initdata', async () => {
    const annotations = {
      [policyKey]: packPolicy(policyWith('ExecProcessRequest := true')),
      [initdataKey]: initdataWith(policyWith('ExecProcessRequest := false')),
    };
    for (const runtimeClass of ['kata', 'kata-remote', 'kata-cc']) {
      const found = await check(pod(runtimeClass, annotations));
      assert.equal(verdicts(found)['ExecProcessRequest'], 'allowed', runtimeClass);
      assert.match(found?.origin ?? '', /agent\.policy/);
    }
  });

  test('is the one in the initdata of a peer pod, before INITDATA', async () => {
    const found = await check(
      pod('kata-remote', { [initdataKey]: initdataWith(policyWith('ExecProcessRequest := true')) }),
      {
        configMaps: { 'peer-pods-cm': { INITDATA: initdataWith(policyWith('ExecProcessRequest := false')) } },
      },
    );
    assert.equal(verdicts(found)['ExecProcessRequest'], 'allowed');
    assert.match(found?.origin ?? '', /cc_init_data/);
  });

  test('is INITDATA for a peer pod without its own', async () => {
    const found = await check(pod('kata-remote'), {
      configMaps: { 'peer-pods-cm': { INITDATA: initdataWith(policyWith('ExecProcessRequest := true')) } },
    });
    assert.equal(verdicts(found)['ExecProcessRequest'], 'allowed');
    assert.match(found?.origin ?? '', /INITDATA/);
  });

  test('is the one in the image if neither contains a policy', async () => {
    for (const [of, configMaps] of [
      [pod('kata-remote'), {}],
      [pod('kata-remote'), { 'peer-pods-cm': { INITDATA: emptyInitdata } }],
      // Initdata of the pod replaces INITDATA, even if it contains no policy.
      [
        pod('kata-remote', { [initdataKey]: emptyInitdata }),
        { 'peer-pods-cm': { INITDATA: initdataWith(policyWith('ExecProcessRequest := true')) } },
      ],
      [pod('kata-cc'), {}],
    ] as const) {
      const found = await check(of, { configMaps, release: '1.12' });
      assert.equal(found?.text, renderDefaultPolicy('osc-1.12'));
      assert.deepEqual(verdicts(found), {
        ExecProcessRequest: 'denied',
        ReadStreamRequest: 'denied',
        WriteStreamRequest: 'allowed',
        TtyWinResizeRequest: 'allowed',
        CloseStdinRequest: 'allowed',
      });
    }
  });

  test('depends on the feature gate before OSC 1.11', async () => {
    const on = await check(pod('kata-remote'), {
      release: '1.10',
      configMaps: { 'osc-feature-gates': { confidential: 'true' } },
    });
    assert.equal(on?.text, renderDefaultPolicy('osc-1.10-coco'));
    const off = await check(pod('kata-remote'), { release: '1.10' });
    assert.equal(off?.text, renderDefaultPolicy('kata-allow-all'));
    const hidden = await check(pod('kata-remote'), {
      release: '1.10',
      configMaps: { 'osc-feature-gates': 'forbidden' },
    });
    assert.equal(verdicts(hidden)['ExecProcessRequest'], 'unknown');
  });

  test('is unknown if it is in the image of a node or INITDATA cannot be read', async () => {
    const local = await check(pod('kata'));
    assert.deepEqual(new Set(Object.values(verdicts(local))), new Set(['unknown']));
    assert.match(local?.origin ?? '', /image of its VM can't be read/);
    const hidden = await check(pod('kata-remote'), { configMaps: { 'peer-pods-cm': 'forbidden' } });
    assert.deepEqual(new Set(Object.values(verdicts(hidden))), new Set(['unknown']));
    assert.match(hidden?.origin ?? '', /forbidden/);
  });

  test('is unknown if it cannot be decoded, with the reason', async () => {
    const found = await check(pod('kata', { [policyKey]: '???' }));
    assert.equal(verdicts(found)['ExecProcessRequest'], 'unknown');
    assert.notEqual(found?.note, undefined);
  });
});

describe('the list before a terminal opens', () => {
  const labels = (found: PolicyCheck | undefined, command = shell): readonly string[] =>
    checkItems(found, command).map(({ label }) => label);
  const rest = ['ReadStreamRequest := true', 'TtyWinResizeRequest := true', 'CloseStdinRequest := true'];
  const checkOf = (...defaults: readonly string[]) =>
    check(pod('kata', { [policyKey]: packPolicy(policyWith(...defaults, ...rest)) }));

  test('offers to connect if the policy allows the command, with one line for each request', async () => {
    const found = await checkOf('ExecProcessRequest := true', 'WriteStreamRequest := true');
    assert.deepEqual(labels(found), [
      'Open Terminal',
      'Edit Command...',
      `Agent policy: Annotation ${policyKey}`,
      'ExecProcessRequest: Allowed',
      'ReadStreamRequest: Allowed',
      'WriteStreamRequest: Allowed',
      'TtyWinResizeRequest: Allowed',
      'CloseStdinRequest: Allowed',
    ]);
  });

  test('offers to show the rule first and to try anyway second if the policy denies the command', async () => {
    const found = await checkOf('ExecProcessRequest := false', 'WriteStreamRequest := true');
    assert.deepEqual(labels(found).slice(0, 3), ['Show Rule', 'Try Anyway', 'Edit Command...']);
    const [first] = checkItems(found, shell);
    assert.equal(first?.choice?.kind, 'showRule');
    assert.equal(first?.choice?.kind === 'showRule' ? first.choice.line?.range?.start.line : undefined, 1);
    assert.match(found?.lines[0]?.meaning ?? '', /^The command doesn't start\./);
  });

  test('offers one command without input first if the policy denies input', async () => {
    const found = await checkOf('ExecProcessRequest := true', 'WriteStreamRequest := false');
    assert.deepEqual(labels(found).slice(0, 3), ['Run One Command...', 'Open Terminal', 'Edit Command...']);
  });

  test('says that no output appears if the policy denies it, and treats a missing rule as a denial', async () => {
    const found = await check(pod('kata', { [policyKey]: packPolicy(policyWith('ExecProcessRequest := true')) }));
    const line = found?.lines.find(({ endpoint }) => endpoint === 'ReadStreamRequest');
    assert.equal(line?.verdict, 'undefined');
    assert.match(line?.meaning ?? '', /^The terminal shows no output\./);
  });

  test('shows no lines for a pod without a sandbox', () =>
    assert.deepEqual(labels(undefined), ['Open Terminal', 'Edit Command...']));

  test('offers to run a command without input, which has no lines about input and the terminal', async () => {
    const search = { policies: [], unknown: 'unreadable' };
    const command = { command: ['date'], tty: false, stdin: false };
    const found = await checkPolicy(ask, search, command, '1.12');
    assert.deepEqual(labels(found, command), [
      'Run Command',
      'Edit Command...',
      'Agent policy: unreadable',
      'ExecProcessRequest: Unknown',
      'ReadStreamRequest: Unknown',
    ]);
  });
});
