/** Tests the sums of pod requests per node, and the setting of FIPS mode. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuText, memoryText } from '#core/common/quantity.ts';
import { lookups } from '#core/operations/lookupList.ts';
import { addPodRequests, type NodeRequests } from '#core/operations/lookups/podRequests.ts';
import { forbidden, writtenReader } from '#test/support/operations/lookupReaders.ts';
import { createMetadata, readFact, readFactValue } from './readFact.ts';

const requests = (memory: string, cpu = '0') => ({ resources: { requests: { memory, cpu } } });
const pod = (spec: object, status: object = { phase: 'Running' }, nodeName = 'a') => ({
  metadata: createMetadata('p', 'shop'),
  spec: { nodeName, ...spec },
  status,
});
const sumOf = (...pods: readonly object[]): string => {
  const sums = new Map<string, NodeRequests>();
  for (const one of pods) addPodRequests(sums, one);
  return [...sums]
    .map(([node, { memory, cpu, pods: count }]) => `${node}: ${memoryText(memory)}, ${cpuText(cpu)}, ${count}`)
    .join('; ');
};

describe('requests of the pods on a node', () => {
  test('include sidecars and the overhead, and the largest init container', () => {
    const containers = [requests('1Gi', '500m'), { resources: { limits: { memory: '1Gi', cpu: '1' } } }];
    const sidecar = { ...requests('1Gi'), restartPolicy: 'Always' };
    assert.equal(sumOf(pod({ containers })), 'a: 2 GiB, 1.5, 1');
    assert.equal(sumOf(pod({ containers, overhead: { memory: '350Mi', cpu: '250m' } })), 'a: 2.34 GiB, 1.75, 1');
    // max(1 + 4, 1 + 1 + 1)
    assert.equal(sumOf(pod({ containers, initContainers: [sidecar, requests('4Gi')] })), 'a: 5 GiB, 1.5, 1');
    assert.equal(sumOf(pod({ containers, initContainers: [sidecar, requests('1Gi')] })), 'a: 3 GiB, 1.5, 1');
    assert.equal(sumOf(pod({ containers, ...requests('8Gi', '4') })), 'a: 8 GiB, 4, 1');
  });

  test('are added up by node, without pods that have ended or are on no node', () => {
    const containers = [requests('1Gi', '1')];
    const ended = ['Succeeded', 'Failed'].map((phase) => pod({ containers }, { phase }));
    assert.equal(
      sumOf(
        pod({ containers }),
        pod({ containers }),
        ...ended,
        pod({ containers }, {}, 'b'),
        pod({ containers }, {}, ''),
      ),
      'a: 2 GiB, 2, 2; b: 1 GiB, 1, 1',
    );
  });

  test('ignore quantities that are invalid or negative', () => {
    const containers = [
      requests('x', '-1'),
      'text',
      { resources: { requests: { memory: 1024 } } },
      requests('1Mi', '1'),
    ];
    assert.equal(sumOf(pod({ containers })), 'a: 1 MiB, 1, 1');
  });

  test("are complete although the list of Kata pods isn't", async () => {
    const one = pod({ runtimeClassName: 'kata', containers: [requests('1Gi', '1')] });
    const { requests: sums } = await readFactValue('kataPods', { '/api/v1/pods': [one, pod({})] });
    assert.deepEqual(
      [...(sums ?? [])].map(([node, sum]) => [node, sum.pods]),
      [['a', 2]],
    );
    const all = await readFactValue('kataPods', { '/api/v1/pods': Array<object>(2001).fill(one) });
    assert.deepEqual([all.cut, all.pods.length, all.requests?.get('a')?.pods], [true, 2000, 2001]);
  });
});

describe('FIPS mode', () => {
  const path = '/apis/machineconfiguration.openshift.io/v1';
  const config = (name: string, fips?: boolean) => ({ metadata: createMetadata(name), spec: { fips } });
  const pool = (name: string) => ({
    metadata: createMetadata(name),
    spec: { configuration: { name: `rendered-${name}-1` } },
  });

  test('is read from the MachineConfigs of the installer', async () => {
    const reader = writtenReader({
      [`${path}/machineconfigs/99-worker-fips`]: config('99-worker-fips', true),
      [`${path}/machineconfigs/99-master-fips`]: config('99-master-fips', true),
    });
    assert.deepEqual(await lookups.fips.read(reader), {
      kind: 'value',
      value: {
        settings: [
          { config: '99-worker-fips', isEnabled: true },
          { config: '99-master-fips', isEnabled: true },
        ],
      },
    });
    assert.equal(reader.asked.length, 2);
  });

  test('is otherwise read from the rendered configuration of each pool', async () => {
    const answers = {
      [`${path}/machineconfigpools/worker`]: pool('worker'),
      [`${path}/machineconfigpools/master`]: pool('master'),
      [`${path}/machineconfigs/rendered-worker-1`]: config('rendered-worker-1', true),
      [`${path}/machineconfigs/rendered-master-1`]: config('rendered-master-1'),
    };
    assert.deepEqual((await readFactValue('fips', answers)).settings, [
      { config: 'rendered-worker-1', isEnabled: true },
      { config: 'rendered-master-1', isEnabled: false },
    ]);
  });

  test('has no setting without pools, and is unknown without the permission', async () => {
    assert.deepEqual(await readFactValue('fips', {}), { settings: [] });
    const answer = await readFact('fips', { [`${path}/machineconfigs/99-worker-fips`]: { problem: forbidden } });
    assert.equal(answer.kind, 'problem');
  });
});
