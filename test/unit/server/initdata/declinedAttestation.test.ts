/** Tests the findings in initdata for pods without attestation, such as the one that the operator writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initdataWith, exampleCdh, policyEntry } from '#server/engine/examples/exampleInitdata.ts';
import { checkInitdata } from '#server/initdata/checkInitdata.ts';
import { newestRelease } from '#core/product/releases.ts';
import { check } from '#test/support/manifests/checkText.ts';

const emptyAa = `"aa.toml" = '''\n'''\n`;
const policy = policyEntry(
  ['SetPolicyRequest', 'ExecProcessRequest', 'WriteStreamRequest'].map((name) => `default ${name} := true\n`).join(''),
  { without: ['ExecProcessRequest', 'WriteStreamRequest'] },
);
const declined = initdataWith({ aa: emptyAa, cdh: '', more: policy });

async function rules(text: string): Promise<string[]> {
  const found = await check(text, { language: 'toml', hints: true });
  return found
    .filter(({ rule }) => /missing-section|setpolicy|risky|exec-allowed/.test(rule))
    .map(({ rule, severity }) => `${severity} ${rule.replace('osc/', '')}`)
    .toSorted();
}

test('reports the host only as hints if no attestation is configured', async () => {
  const found = await rules(declined);
  assert.deepEqual(
    found.filter((one) => !one.startsWith('hint ')),
    ['warning rego-exec-allowed'],
  );
  for (const rule of ['initdata-missing-section', 'rego-setpolicy-allowed', 'rego-risky-request'])
    assert.ok(found.includes(`hint ${rule}`), rule);
});

test('warns about the host if attestation is configured', async () => {
  const found = await rules(initdataWith({ aa: emptyAa, cdh: exampleCdh, more: policy }));
  for (const one of ['warning rego-setpolicy-allowed', 'warning rego-exec-allowed', 'info rego-risky-request'])
    assert.ok(found.includes(one), one);
});

test('warns about the host if the pod is certainly confidential', () => {
  const environment = {
    release: newestRelease,
    severities: new Map(),
    workspace: undefined,
    now: 0,
    onError: (message: string) => assert.fail(message),
  };
  const origin = { uri: 'file:///pod.yaml', place: 'annotation', isConfidential: true } as const;
  const found = checkInitdata(declined, origin, environment).map(({ rule, severity }) => `${severity} ${rule.id}`);
  for (const one of ['warning initdata-missing-section', 'warning rego-setpolicy-allowed', 'info rego-risky-request'])
    assert.ok(found.includes(one), one);
});
