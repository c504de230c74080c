/** Tests the rule for the values of pod annotations. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { annotation, found, fixText, pod, titles } from '#test/support/manifests/podManifests.ts';

describe('pod-annotation-value', () => {
  const cases: readonly [runtime: string, name: string, value: string, expected: string | undefined][] = [
    ['kata', 'default_vcpus', '"0.5"', undefined],
    ['kata', 'default_vcpus', '"500m"', 'Change to "0.5" (sure)'],
    ['kata', 'default_memory', '"2Gi"', 'Change to "2048" (sure)'],
    ['kata', 'default_memory', '2048 Mi', 'Change to "2048" (sure)'],
    ['kata', 'default_memory', '"2048 <1>"', 'Change to "2048" (sure)'],
    ['kata', 'default_memory', '"1.5Gi"', 'Change to "1536" (sure)'],
    ['kata', 'default_memory', '"4G"', 'Change to "3815"'],
    ['kata', 'default_memory', '"4GB"', 'Change to "4096"'],
    ['kata', 'default_memory', '"constructor"', ''],
    ['kata', 'default_memory', '"-1"', ''],
    ['kata', 'default_memory', '""', ''],
    ['kata', 'enable_iommu', '"True"', undefined],
    ['kata', 'enable_iommu', '"1"', undefined],
    ['kata', 'enable_iommu', '"tRUE"', 'Change to "true" (sure)'],
    ['kata', 'enable_iommu', '"maybe"', ''],
    ['kata', 'block_device_aio', '"io_uring"', undefined],
    ['kata', 'block_device_aio', '"Threads"', 'Change to "threads" (sure)'],
    ['kata', 'kernel_params', '"2Gi"', undefined],
  ];
  for (const [runtime, name, value, fix] of cases) {
    test(`checks ${name}: ${value} on ${runtime}`, async () => {
      const text = pod({ runtime, annotations: [annotation(name, value)] });
      assert.deepEqual(await found(text), fix === undefined ? [] : ['pod-annotation-value error']);
      assert.deepEqual(await titles(text), fix === undefined || fix === '' ? [] : [fix]);
    });
  }
  const size = (vcpus: string, memory = '"4096"') =>
    pod({ annotations: [annotation('default_vcpus', vcpus), annotation('default_memory', memory)] });
  test('requires whole numbers on kata-remote', async () => {
    assert.deepEqual(await titles(size('"0.5"')), ['Change to "1"']);
    assert.deepEqual(await titles(size('"2.0"')), ['Change to "2" (sure)']);
    assert.deepEqual(await found(size('"+2"')), []);
    assert.deepEqual(await found(size('"2"', '"+4096"')), ['pod-annotation-value error']);
  });
  test('reports undocumented values as information', async () => {
    for (const [name, value] of [
      ['hypervisor.block_device_driver', 'virtio-blk-ccw'],
      ['hypervisor.shared_fs', 'virtio-fs-nydus'],
      ['hypervisor.virtio_fs_cache', 'metadata'],
      ['runtime.internetworking_model', 'default'],
    ])
      assert.deepEqual(
        await found(pod({ runtime: 'kata', annotations: [`io.katacontainers.config.${name}: ${value}`] })),
        ['pod-annotation-value info'],
      );
  });
  test('warns about a value above the maximum', async () => {
    const text = pod({ runtime: 'kata', annotations: [annotation('pcie_switch_port', '"17"')] });
    assert.deepEqual(await found(text), ['pod-annotation-value warning']);
  });
  test('ignores annotations that are never read', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [annotation('network_queues', 'many')] })), []);
  });
  test('reports and fixes an unquoted invalid value in one step', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [annotation('enable_iommu', 'on')] })), [
      'pod-annotation-nonstring error',
    ]);
    assert.match(
      await fixText(pod({ runtime: 'kata', annotations: [annotation('enable_iommu', 'on')] })),
      /enable_iommu: "true"/,
    );
    assert.deepEqual(await titles(size('0.5')), ['Change to "1"']);
    assert.deepEqual(await titles(pod({ annotations: ['io.katacontainers.config.agent.policy: [a]'] })), []);
    assert.deepEqual(await found(pod({ annotations: ['io.katacontainers.config.agent.policy: [a]'] })), [
      'pod-annotation-nonstring error',
    ]);
  });
  test('offers no fix for an anchored value', async () => {
    assert.deepEqual(
      await titles(
        pod({ runtime: 'kata', annotations: [annotation('default_memory', '&m 2048'), 'example.com/m: *m'] }),
      ),
      [],
    );
  });
});
