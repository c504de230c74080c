/** Rules that look into what is packed in YAML: the packing, and what is in it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { defaultPolicyIds } from '../../../core/agent/defaults.ts';
import { defaultPolicyText } from '../../../core/agent/defaultTexts.ts';
import { packInitdata, packPolicy, unpackPolicy } from '../../../server/src/initdata/pack.ts';
import { podWithInitdata, podWithPolicy } from '../../../server/src/rules/embedded/examplePacked.ts';
import { isRego, readPackedPolicy } from '../../../server/src/rules/embedded/unpacked.ts';
import { exampleHead, initdataWith } from '../../../server/src/rules/initdata/exampleInitdata.ts';
import { mapFor } from '../../../server/src/rules/peerPods/exampleMaps.ts';
import { policyWith } from '../../../server/src/rules/policy/examplePolicy.ts';
import { check } from '../../support/check.ts';
import { found, mended, workload } from '../../support/pods.ts';
import { stopwatch } from '../../support/stopwatch.ts';

const policyKey = 'io.katacontainers.config.agent.policy';
const right = policyWith('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('what is too large to be checked in place', () => {
  const lines = `package agent_policy\n${'aaa := 1\n'.repeat(5001)}`;
  const long = `package agent_policy\n# ${'x'.repeat(257 * 1024)}\n`;

  test('is said in one finding, and is not read', async () => {
    for (const policy of [lines, long]) {
      assert.deepEqual(await found(podWithPolicy(packPolicy(policy))), ['packed-policy-problems info']);
      assert.deepEqual(await found(podWithInitdata(packInitdata(`${exampleHead}[data]\n"policy.rego" = '''\n${policy}'''\n`))), [
        'packed-initdata-problems info',
      ]);
    }
  });
  test('is neither kept', () => {
    const { text, policy, tooLarge } = readPackedPolicy(packPolicy(lines));
    assert.deepEqual({ text, policy, tooLarge }, { text: undefined, policy: undefined, tooLarge: true });
  });
  test('what is just small enough is read, and kept until others need the room', () => {
    const packed = Array.from({ length: 10 }, (_, index) => packPolicy(`package agent_policy\n# ${index}${'x'.repeat(200_000)}\n`));
    const [first = '', second = ''] = packed;
    const known = readPackedPolicy(first);
    assert.notEqual(known.policy, undefined);
    assert.equal(readPackedPolicy(first), known);
    for (const other of packed) readPackedPolicy(other);
    assert.notEqual(readPackedPolicy(first), known);
    assert.equal(readPackedPolicy(second), readPackedPolicy(second));
  });
  test('blanks without end are not tried as the end of base64 one by one', () => {
    const spent = stopwatch();
    assert.equal(isRego(`A${' '.repeat(500_000)}!`), false);
    assert.equal(unpackPolicy(packPolicy(`AAAAAAAAAAAAAAAAAAAA${' '.repeat(500_000)}!`)).problems.length, 0);
    assert.ok(spent() < 2000);
  });
});

describe('a policy in an annotation', () => {
  test('every shipped policy is packed as it should be, and nothing in it is wrong', async () => {
    for (const id of defaultPolicyIds) {
      const text = defaultPolicyText(id);
      const all = text === undefined ? [] : await found(podWithPolicy(packPolicy(text)));
      const allowsExec = id === 'kata-allow-all' || id === 'caa-allow-all';
      assert.deepEqual(
        all.filter((one) => !one.endsWith(' info')),
        allowsExec ? ['packed-policy-problems warning'] : [],
        id,
      );
    }
  });
  test('as Rego, in lines, twice encoded, without padding: one finding, and one mend', async () => {
    const packed = packPolicy(right);
    const unpadded = packPolicy(`${right}\n`).replaceAll('=', '');
    for (const [wrong, instead] of [
      [JSON.stringify(right), packed],
      [JSON.stringify(packed.replaceAll(/.{76}/g, '$&\n')), packed],
      [JSON.stringify(base64(packed)), packed],
      [JSON.stringify(unpadded), packPolicy(`${right}\n`)],
    ] as const) {
      const text = podWithPolicy(wrong);
      assert.deepEqual(await found(text), ['pod-policy-encoding error'], wrong.slice(0, 60));
      assert.equal(await mended(text), podWithPolicy(JSON.stringify(instead)));
    }
  });
  test('what cannot be mended', async () => {
    for (const wrong of ['"not base64!"', base64('hello, world'), gzipSync(right).toString('base64'), '"/////w=="'])
      assert.deepEqual(await found(podWithPolicy(wrong)), ['pod-policy-encoding error'], wrong.slice(0, 60));
  });
  test('a block is not mended', async () => {
    const text = podWithPolicy(`|\n      ${packPolicy(right)}`);
    assert.deepEqual(await found(text), ['pod-policy-encoding error']);
    assert.equal(await mended(text), text);
  });
  test('what is filled in later, left empty or a placeholder', async () => {
    for (const open of ['${POLICY}', '""', "'{{ .Values.policy }}'"]) assert.deepEqual(await found(podWithPolicy(open)), [], open);
    assert.deepEqual(await found(podWithPolicy('"<base64_encoded_policy>"')), ['placeholder-left-in warning']);
  });
  test('in the template of a workload', async () => {
    const text = workload('Deployment', { annotations: [`${policyKey}: ${packPolicy('package agent_policy\ndefault AllowRequestsFailingPolicy := true\n')}`] });
    assert.deepEqual(await found(text), ['packed-policy-problems error']);
  });
  test('another package is told of from inside', async () => {
    assert.deepEqual(await found(podWithPolicy(packPolicy(right.replace('agent_policy', 'agent_polcy')))), ['packed-policy-problems error']);
  });
  test('the severities of the user decide what is told', async () => {
    const text = podWithPolicy(packPolicy(policyWith('default AllowRequestsFailingPolicy := true\n')));
    assert.deepEqual(await found(text, { severities: { 'rego-allow-failing': 'off' } }), []);
    assert.deepEqual(await found(text, { severities: { 'rego-allow-failing': 'info' } }), []);
    assert.deepEqual(await found(text, { severities: { 'rego-allow-failing': 'warning' } }), ['packed-policy-problems warning']);
    assert.deepEqual(await found(text, { severities: { 'packed-policy-problems': 'off' } }), []);
  });
  test('the message names how many there are, the worst, and its line', async () => {
    const text = podWithPolicy(packPolicy(policyWith('default ExecProcessRequest := true\ndefault AllowRequestsFailingPolicy := true\n')));
    const [first] = await check(text);
    assert.match(first?.message ?? '', /^The policy in it has 2 findings\. Line 27: AllowRequestsFailingPolicy .* Open it by the code lens above\.$/);
  });
});

describe('initdata', () => {
  const packed = packInitdata(initdataWith({}));
  test('that is right, in a pod and in peer-pods-cm', async () => {
    assert.deepEqual(await found(podWithInitdata(packed)), []);
    assert.deepEqual(await found(mapFor('azure', `INITDATA: "${packed}"`)), []);
  });
  test('as TOML, not compressed, in lines, packed twice: one finding, and one mend', async () => {
    const text = initdataWith({});
    for (const wrong of [text, base64(text), packed.replaceAll(/.{76}/g, '$&\n'), base64(packed)]) {
      assert.deepEqual(await found(podWithInitdata(JSON.stringify(wrong))), ['pod-initdata-encoding error'], wrong.slice(0, 60));
      assert.equal(await mended(podWithInitdata(JSON.stringify(wrong))), podWithInitdata(JSON.stringify(packed)));
    }
  });
  test('a bomb, a cut, and what is no initdata', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024)).toString('base64');
    for (const wrong of [bomb, packed.slice(0, 80), base64('nothing'), '"H4sI!"'])
      assert.deepEqual(await found(podWithInitdata(JSON.stringify(wrong))), ['pod-initdata-encoding error'], wrong.slice(0, 60));
  });
  test('another version or algorithm', async () => {
    for (const head of [exampleHead.replace('0.1.0', '1'), exampleHead.replace('sha384', 'md5'), 'version = "0.1.0"\n']) {
      const value = packInitdata(initdataWith({ head }));
      assert.deepEqual(await found(podWithInitdata(value)), ['pod-initdata-encoding error']);
      assert.deepEqual(await found(mapFor('azure', `INITDATA: "${value}"`)), ['ppcm-initdata-invalid error']);
    }
  });
  test('what is in its policy', async () => {
    const more = `"policy.rego" = '''\n${policyWith('default SetPolicyRequest := true\n')}'''\n`;
    assert.deepEqual(await found(podWithInitdata(packInitdata(initdataWith({ more })))), ['packed-initdata-problems warning']);
  });
  test('a template or nothing', async () => {
    for (const open of ['${INITDATA}', '""']) {
      assert.deepEqual(await found(podWithInitdata(open)), [], open);
      assert.deepEqual(await found(mapFor('azure', `INITDATA: ${open}`)), [], open);
    }
  });
});

describe('probes', () => {
  const denying = packPolicy(policyWith('default ExecProcessRequest := false\n'));
  const probe =
    '      livenessProbe:\n        exec:\n          command: [sync]\n      lifecycle:\n        postStart:\n          exec:\n            command: [sync]\n';
  test('each command that the own policy denies', async () => {
    assert.deepEqual(await found(`${podWithPolicy(denying)}${probe}`), ['pod-exec-probe-denied warning', 'pod-exec-probe-denied warning']);
  });
  test('none without a policy, and none that is no command', async () => {
    assert.deepEqual(await found(`${podWithPolicy('${POLICY}')}${probe}`), []);
    assert.deepEqual(await found(`${podWithPolicy(denying)}      livenessProbe:\n        httpGet:\n          port: 80\n`), []);
  });
  test('by a policy in initdata', async () => {
    const more = `"policy.rego" = '''\n${policyWith('default ExecProcessRequest := false\n')}'''\n`;
    const all = await found(`${podWithInitdata(packInitdata(initdataWith({ more })))}${probe}`);
    assert.equal(all.filter((one) => one.startsWith('pod-exec-probe-denied')).length, 2);
  });
});

describe('a policy annotation that the guest refuses', () => {
  const gates = (value: string) => ({
    'gates.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  confidential: "${value}"\n`,
  });
  const text = podWithPolicy('${POLICY}');
  const only = async (release: string, files: Record<string, string>) =>
    (await check(text, { release, files })).filter(({ rule }) => rule === 'osc/pod-policy-annotation-cc').length;
  test('kata-remote with the gate on, from 1.11 on', async () => {
    assert.equal(await only('1.12', gates('true')), 1);
    assert.equal(await only('1.11', gates('true')), 1);
    assert.equal(await only('1.10', gates('true')), 0);
  });
  test('kata-cc from 1.11 on, which needs no other file', async () => {
    const confidential = text.replace('kata-remote', 'kata-cc');
    const found = async (release: string) => (await check(confidential, { release })).map(({ rule }) => rule).filter((rule) => rule.endsWith('annotation-cc'));
    assert.notEqual(confidential, text);
    assert.deepEqual(await found('1.12'), ['osc/pod-policy-annotation-cc']);
    assert.deepEqual(await found('1.10'), []);
    assert.deepEqual(await check(text, { release: '1.12' }), []);
  });
  test('not with the gate off or unknown', async () => {
    assert.equal(await only('1.12', gates('false')), 0);
    assert.equal(await only('1.12', {}), 0);
  });
});
