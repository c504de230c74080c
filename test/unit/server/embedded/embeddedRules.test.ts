/** Tests the rules for embedded content in YAML: its encoding and its contents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { defaultPolicyIds } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { packInitdata, packPolicy, unpackPolicy } from '#server/engine/encoding/pack.ts';
import { podWithInitdata, podWithPolicy } from '#server/embedded/rules/exampleEmbedded.ts';
import { isRego, decodePolicy } from '#server/embedded/rules/decodeEmbedded.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { found, fixText, workload } from '#test/support/manifests/podManifests.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const policyKey = 'io.katacontainers.config.agent.policy';
const right = policyWith('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('embedded content size limit', () => {
  const lines = `package agent_policy\n${'aaa := 1\n'.repeat(5001)}`;
  const long = `package agent_policy\n# ${'x'.repeat(257 * 1024)}\n`;

  test('reports oversized content in a single finding', async () => {
    for (const policy of [lines, long]) {
      assert.deepEqual(await found(podWithPolicy(packPolicy(policy))), ['packed-policy-problems info']);
      assert.deepEqual(
        await found(podWithInitdata(packInitdata(`${exampleHead}[data]\n"policy.rego" = '''\n${policy}'''\n`))),
        ['packed-initdata-problems info'],
      );
    }
  });
  test('discards the text of an oversized policy', () => {
    const { text, policy, tooLarge } = decodePolicy(packPolicy(lines));
    assert.deepEqual({ text, policy, tooLarge }, { text: undefined, policy: undefined, tooLarge: true });
  });
  test('caches smaller policies until others evict them', () => {
    const packed = Array.from({ length: 10 }, (_, index) =>
      packPolicy(`package agent_policy\n# ${index}${'x'.repeat(200_000)}\n`),
    );
    const [first = '', second = ''] = packed;
    const known = decodePolicy(first);
    assert.notEqual(known.policy, undefined);
    assert.equal(decodePolicy(first), known);
    for (const other of packed) decodePolicy(other);
    assert.notEqual(decodePolicy(first), known);
    assert.equal(decodePolicy(second), decodePolicy(second));
  });
  test('handles long runs of spaces quickly', async () => {
    await assertProportional((part) => {
      const spaces = ' '.repeat(500_000 * part);
      assert.equal(isRego(`A${spaces}!`), false);
      assert.equal(unpackPolicy(packPolicy(`AAAAAAAAAAAAAAAAAAAA${spaces}!`)).problems.length, 0);
    });
  });
});

describe('embedded policy check', () => {
  test('accepts every shipped policy except for exec in allow-all policies', async () => {
    for (const id of defaultPolicyIds) {
      const text = renderDefaultPolicy(id);
      const all = text === undefined ? [] : await found(podWithPolicy(packPolicy(text)));
      const allowsExec = id === 'kata-allow-all' || id === 'caa-allow-all';
      assert.deepEqual(
        all.filter((one) => !one.endsWith(' info')),
        allowsExec ? ['packed-policy-problems warning'] : [],
        id,
      );
    }
  });
  test('reports and fixes plain, wrapped, double-encoded, and unpadded policies once', async () => {
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
      assert.equal(await fixText(text), podWithPolicy(JSON.stringify(instead)));
    }
  });
  test("reports content that can't be decoded to a policy", async () => {
    for (const wrong of ['"not base64!"', base64('hello, world'), gzipSync(right).toString('base64'), '"/////w=="'])
      assert.deepEqual(await found(podWithPolicy(wrong)), ['pod-policy-encoding error'], wrong.slice(0, 60));
  });
  test('offers no automatic fix for a block scalar', async () => {
    const text = podWithPolicy(`|\n      ${packPolicy(right)}`);
    assert.deepEqual(await found(text), ['pod-policy-encoding error']);
    assert.equal(await fixText(text), text);
  });
  test('ignores empty values and template variables but reports placeholders', async () => {
    for (const open of ['$(POLICY)', '""', "'{{ .Values.policy }}'"])
      assert.deepEqual(await found(podWithPolicy(open)), [], open);
    for (const open of ['"<base64_encoded_policy>"', '${POLICY}', '$POLICY', '__POLICY__', 'CHANGEME'])
      assert.deepEqual(await found(podWithPolicy(open)), ['placeholder-left-in warning'], open);
  });
  test('checks policies in pod templates', async () => {
    const text = workload('Deployment', {
      annotations: [
        `${policyKey}: ${packPolicy('package agent_policy\ndefault AllowRequestsFailingPolicy := true\n')}`,
      ],
    });
    assert.deepEqual(await found(text), ['packed-policy-problems error']);
  });
  test('reports a wrong package name', async () => {
    assert.deepEqual(await found(podWithPolicy(packPolicy(right.replace('agent_policy', 'agent_polcy')))), [
      'packed-policy-problems error',
    ]);
  });
  test('respects severity settings', async () => {
    const text = podWithPolicy(packPolicy(policyWith('default AllowRequestsFailingPolicy := true\n')));
    assert.deepEqual(await found(text, { severities: { 'rego-allow-failing': 'off' } }), []);
    assert.deepEqual(await found(text, { severities: { 'rego-allow-failing': 'info' } }), []);
    assert.deepEqual(await found(text, { severities: { 'rego-allow-failing': 'warning' } }), [
      'packed-policy-problems warning',
    ]);
    assert.deepEqual(await found(text, { severities: { 'packed-policy-problems': 'off' } }), []);
  });
  test('lists each problem for the command line, with the severity that the user selects for the rule', async () => {
    const text = podWithPolicy(
      packPolicy(policyWith('default ExecProcessRequest := true\ndefault AllowRequestsFailingPolicy := true\n')),
    );
    const listed = async (options: CheckOptions = {}) =>
      (await check(text, options)).flatMap(({ finding }) =>
        (finding.onCommandLine ?? []).map(({ severity, message }) => `${severity} ${message.slice(0, 15)}`),
      );
    assert.deepEqual(await listed(), ['warning policy: Line 26', 'error policy: Line 27']);
    assert.deepEqual(await listed({ severities: { 'packed-policy-problems': 'info' } }), [
      'info policy: Line 26',
      'info policy: Line 27',
    ]);
  });
  test('reports the number of findings and the most severe one with its line', async () => {
    const text = podWithPolicy(
      packPolicy(policyWith('default ExecProcessRequest := true\ndefault AllowRequestsFailingPolicy := true\n')),
    );
    const [first] = await check(text);
    assert.match(
      first?.message ?? '',
      /^policy \(2 findings\): Line 27: AllowRequestsFailingPolicy .* To open the value, use the CodeLens above it\.$/,
    );
  });
});

describe('embedded initdata check', () => {
  const packed = packInitdata(initdataWith({}));
  test('accepts valid initdata in a pod and in peer-pods-cm', async () => {
    assert.deepEqual(await found(podWithInitdata(packed)), []);
    assert.deepEqual(await found(mapFor('azure', `INITDATA: "${packed}"`)), []);
  });
  test('reports and fixes plain, uncompressed, wrapped, and double-encoded initdata once', async () => {
    const text = initdataWith({});
    for (const wrong of [text, base64(text), packed.replaceAll(/.{76}/g, '$&\n'), base64(packed)]) {
      assert.deepEqual(
        await found(podWithInitdata(JSON.stringify(wrong))),
        ['pod-initdata-encoding error'],
        wrong.slice(0, 60),
      );
      assert.equal(await fixText(podWithInitdata(JSON.stringify(wrong))), podWithInitdata(JSON.stringify(packed)));
    }
  });
  test('reports decompression bombs, truncated data, and other content', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024)).toString('base64');
    for (const wrong of [bomb, packed.slice(0, 80), base64('nothing'), '"H4sI!"'])
      assert.deepEqual(
        await found(podWithInitdata(JSON.stringify(wrong))),
        ['pod-initdata-encoding error'],
        wrong.slice(0, 60),
      );
  });
  test('reports an invalid version or algorithm', async () => {
    for (const head of [
      exampleHead.replace('0.1.0', '1'),
      exampleHead.replace('sha384', 'md5'),
      'version = "0.1.0"\n',
    ]) {
      const value = packInitdata(initdataWith({ head }));
      assert.deepEqual(await found(podWithInitdata(value)), ['pod-initdata-encoding error']);
      assert.deepEqual(await found(mapFor('azure', `INITDATA: "${value}"`)), ['ppcm-initdata-invalid error']);
    }
  });
  test('reports problems in the policy', async () => {
    const more = `"policy.rego" = '''\n${policyWith('default SetPolicyRequest := true\n')}'''\n`;
    assert.deepEqual(await found(podWithInitdata(packInitdata(initdataWith({ more })))), [
      'packed-initdata-problems warning',
    ]);
  });
  test('ignores template variables', async () => {
    assert.deepEqual(await found(podWithInitdata('$(INITDATA)')), []);
    for (const open of ['$(INITDATA)', '""']) assert.deepEqual(await found(mapFor('azure', `INITDATA: ${open}`)), []);
  });
  test('reports placeholders once', async () => {
    for (const open of ['<initdata>', '${INITDATA}', '$INITDATA', '__FILL__', 'CHANGEME', 'FILL_ME', '"****"']) {
      assert.deepEqual(await found(podWithInitdata(open)), ['placeholder-left-in warning'], open);
      assert.deepEqual(await found(mapFor('azure', `INITDATA: ${open}`)), ['ppcm-placeholder warning'], open);
    }
  });
  test('warns about an empty annotation', async () =>
    assert.deepEqual(await found(podWithInitdata('""')), ['pod-initdata-encoding warning']));
  test('recognizes TOML that begins with a comment, a key, or a table', async () => {
    for (const toml of [initdataWith({}), '# ours\n[data]\n', '[data]\n"aa.toml" = ""\n', 'algorithm = "sha256"']) {
      const [finding, ...others] = await check(podWithInitdata(JSON.stringify(toml)));
      assert.match(finding?.message ?? '', /^This is plain TOML/);
      assert.deepEqual([others.length, finding?.finding.fixes.length], [0, 1]);
    }
    const [broken] = await check(podWithInitdata(JSON.stringify('algorithm = sha256')));
    assert.match(broken?.message ?? '', /^This is plain TOML/);
    assert.deepEqual(broken?.finding.fixes, []);
  });
});

describe('pod-exec-probe-denied', () => {
  const denying = packPolicy(policyWith('default ExecProcessRequest := false\n'));
  const probe =
    '      livenessProbe:\n        exec:\n          command: [sync]\n      lifecycle:\n        postStart:\n          exec:\n            command: [sync]\n';
  test("warns about each command that the pod's policy denies", async () => {
    assert.deepEqual(await found(`${podWithPolicy(denying)}${probe}`), [
      'pod-exec-probe-denied warning',
      'pod-exec-probe-denied warning',
    ]);
  });
  test('ignores unknown policies and HTTP probes', async () => {
    assert.deepEqual(await found(`${podWithPolicy('$(POLICY)')}${probe}`), []);
    assert.deepEqual(
      await found(`${podWithPolicy(denying)}      livenessProbe:\n        httpGet:\n          port: 80\n`),
      [],
    );
  });
  test('evaluates a policy in initdata', async () => {
    const more = `"policy.rego" = '''\n${policyWith('default ExecProcessRequest := false\n')}'''\n`;
    const all = await found(`${podWithInitdata(packInitdata(initdataWith({ more })))}${probe}`);
    assert.equal(all.filter((one) => one.startsWith('pod-exec-probe-denied')).length, 2);
  });
});

describe('pod-policy-annotation-cc', () => {
  const gates = (value: string) => ({
    'gates.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  confidential: "${value}"\n`,
  });
  const text = podWithPolicy('$(POLICY)');
  const only = async (release: string, files: Record<string, string>) =>
    (await check(text, { release, files })).filter(({ rule }) => rule === 'osc/pod-policy-annotation-cc').length;
  test('reports kata-remote with the feature gate enabled in OSC 1.11 and later', async () => {
    assert.equal(await only('1.12', gates('true')), 1);
    assert.equal(await only('1.11', gates('true')), 1);
    assert.equal(await only('1.10', gates('true')), 0);
  });
  test('reports kata-cc in OSC 1.11 and later, as information unless the files are for OSC', async () => {
    const confidential = text.replace('kata-remote', 'kata-cc');
    const found = async (release: string, files: Record<string, string>) =>
      (await check(confidential, { release, files }))
        .filter(({ rule }) => rule === 'osc/pod-policy-annotation-cc')
        .map(({ severity, message }) => `${severity}: ${message}`);
    assert.notEqual(confidential, text);
    assert.match((await found('1.12', {})).join(), /^info: In OSC 1\.12, the policy in the kata-cc image denies /);
    const aks = 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-cc\nhandler: kata-cc\n';
    assert.match((await found('1.12', { 'class.yaml': aks })).join(), /^info: In OSC [^\n]*$/);
    assert.match((await found('1.12', gates('true'))).join(), /^warning: The policy in the image denies /);
    assert.deepEqual(await found('1.10', gates('true')), []);
    assert.deepEqual(await check(text, { release: '1.12' }), []);
  });
  test('reports nothing when the feature gate is disabled or unknown', async () => {
    assert.equal(await only('1.12', gates('false')), 0);
    assert.equal(await only('1.12', {}), 0);
  });
});
