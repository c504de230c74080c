/** Tests peer pods that fit no allowed instance type: they are reported only if this is certain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';
import { annotation, aws, configMap, found, pod } from '#test/support/manifests/podManifests.ts';

const limits = (cpu: string, memory: string, ...more: string[]) => [
  'resources:',
  '  limits:',
  `    cpu: ${cpu}`,
  `    memory: ${memory}`,
  ...more,
];
const tooLarge = pod({ container: limits('"16"', '4Gi') });
const fits = ['pod-no-instance-fits warning'];
const list = aws('"t3.medium,t3.large"');

async function said(text: string, cm: string, more: Record<string, string> = {}, release?: string): Promise<string[]> {
  const all = await found(text, { files: { 'cm.yaml': cm, ...more }, ...(release === undefined ? {} : { release }) });
  return all.filter((line) => line.startsWith('pod-no-instance'));
}

describe('pod-no-instance-fits', () => {
  test('warns about resources and annotations that exceed every allowed instance type', async () => {
    assert.deepEqual(await said(tooLarge, list), fits);
    assert.deepEqual(await said(pod({ container: limits('"2"', '64Gi') }), list), fits);
    assert.deepEqual(
      await said(
        pod({ annotations: [annotation('default_vcpus', '"16"'), annotation('default_memory', '"4096"')] }),
        list,
      ),
      fits,
    );
  });
  test('accepts resources that fit and CPU without memory', async () => {
    for (const container of [limits('"2"', '4Gi'), ['resources:', '  limits:', '    cpu: "16"']])
      assert.deepEqual(await said(pod({ container }), list), []);
  });
  test('reports nothing when the list is empty, missing, a placeholder, or has unknown types', async () => {
    for (const cm of [
      aws('"t3.medium,z9.metal"'),
      aws('""'),
      configMap('CLOUD_PROVIDER: "aws"', 'PODVM_INSTANCE_TYPE: "t3.medium"'),
      aws('"$(TYPES)"'),
      aws('"<type>"'),
    ])
      assert.deepEqual(await said(tooLarge, cm), [], cm);
  });
  test('considers every candidate ConfigMap', async () => {
    assert.deepEqual(await said(tooLarge, list, { 'other.yaml': aws('"m5.4xlarge"') }), []);
    assert.deepEqual(await said(tooLarge, list, { 'other.yaml': aws('"t3.small"') }), fits);
  });
  test('ignores template variables, other runtime classes, and namespaces that the webhook skips', async () => {
    assert.deepEqual(await said(pod({ container: limits('"$(CPU)"', '4Gi') }), list), []);
    assert.deepEqual(await said(pod({ runtime: 'kata', container: limits('"16"', '4Gi') }), list), []);
    assert.deepEqual(
      await said(pod({ namespace: 'openshift-monitoring', container: limits('"16"', '4Gi') }), list),
      [],
    );
  });
  test('leaves explicit instance types to another rule', async () => {
    assert.deepEqual(
      await said(
        pod({ annotations: [annotation('machine_type', '"t3.large"')], container: limits('"16"', '4Gi') }),
        list,
      ),
      [],
    );
  });
  test('checks GPUs in OSC 1.11 and later', async () => {
    const text = pod({ container: limits('"2"', '4Gi', '    nvidia.com/gpu: "1"') });
    assert.deepEqual(await said(text, list), fits);
    assert.deepEqual(await said(text, list, {}, '1.10'), []);
    assert.deepEqual(await said(text, aws('"t3.medium,g5.xlarge"')), []);
  });
  test('reports GPU requests on cloud providers without known GPU types', async () => {
    const text = pod({ container: ['resources:', '  limits:', '    nvidia.com/gpu: "1"'] });
    const azure = configMap(
      'CLOUD_PROVIDER: "azure"',
      'AZURE_INSTANCE_SIZE: "Standard_D2as_v5"',
      'AZURE_INSTANCE_SIZES: "Standard_D2as_v5,Standard_NC40ads_H100_v5"',
    );
    const ibmcloud = configMap(
      'CLOUD_PROVIDER: "ibmcloud"',
      'IBMCLOUD_PODVM_INSTANCE_PROFILE_NAME: "bx2-2x8"',
      'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST: "gx3-16x80x1l4"',
    );
    for (const cm of [azure, ibmcloud]) {
      const [finding] = (await check(text, { files: { 'cm.yaml': cm } })).filter(
        ({ rule }) => rule === 'osc/pod-no-instance-fits',
      );
      assert.match(
        finding?.message ?? '',
        /doesn.t consider GPUs when it selects a type from the .*\. Request a GPU type from that list with the machine_type annotation/,
      );
      assert.deepEqual(await said(text, cm, {}, '1.10'), []);
    }
  });
  test('uses the singular for one GPU', async () => {
    const [finding] = (
      await check(pod({ container: ['resources:', '  limits:', '    nvidia.com/gpu: "1"'] }), {
        files: { 'cm.yaml': list },
      })
    ).filter(({ rule }) => rule === 'osc/pod-no-instance-fits');
    assert.match(finding?.message ?? '', /requests a total of 1 GPU, and/);
  });
  test('reports nothing without a workspace', async () => assert.deepEqual(await found(tooLarge), []));
});
