/** Tests the classification of files by their paths in must-gathers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classifyPath, runOf } from '#gather/read/pathLayout.ts';
import { takenAt } from '#gather/read/collectionTime.ts';

const ns = 'openshift-sandboxed-containers-operator';
const image = 'must-gather.local.123/registry-redhat-io-osc-must-gather-rhel9-sha256-1';

const paths: readonly (readonly [path: string, place: object | undefined])[] = [
  [`${image}/cluster-scoped-resources/core/nodes/worker-0.yaml`, { kind: 'objects', id: 'nodes', list: false }],
  [
    'cluster-scoped-resources/kataconfiguration.openshift.io/kataconfigs.yaml',
    { kind: 'objects', id: 'kataConfigs', list: true },
  ],
  [
    `${image}/cluster-scoped-resources/machineconfiguration.openshift.io/machineconfigs/rendered-worker-1.yaml`,
    undefined,
  ],
  [
    `${image}/cluster-scoped-resources/machineconfiguration.openshift.io/machineconfigs/50-enable-sandboxed-containers-extension.yaml`,
    { kind: 'objects', id: 'machineConfigs', list: false },
  ],
  [`${image}/namespaces/${ns}/apps/deployments.yaml`, { kind: 'objects', id: 'deployments', list: true }],
  [`${image}/namespaces/openshift-etcd/apps/deployments.yaml`, { kind: 'treeObject' }],
  [`${image}/namespaces/${ns}/core/pods.yaml`, { kind: 'pods' }],
  [
    `${image}/namespaces/payments/confidentialcontainers.org/peerpods.yaml`,
    { kind: 'objects', id: 'peerPods', list: true },
  ],
  [
    `${image}/namespaces/openshift-operators/operators.coreos.com/subscriptions/x.yaml`,
    { kind: 'beside', what: 'subscription' },
  ],
  [`${image}/namespaces/${ns}/${ns}.yaml`, { kind: 'beside', what: 'namespace' }],
  [`${image}/sandboxed-containers/kataconfig_description`, { kind: 'described', id: 'kataConfigs' }],
  [`${image}/sandboxed-containers/mcps/kata-oc_description`, { kind: 'described', id: 'machineConfigPools' }],
  [
    `${image}/sandboxed-containers/namespaces/${ns}/install-abcde_description`,
    { kind: 'described', id: 'installPlans' },
  ],
  [`${image}/sandboxed-containers/namespaces/openshift-marketplace/redhat-operators-1_description`, undefined],
  [`${image}/sandboxed-containers/namespaces/${ns}/controller-manager-6f-x_logs`, { kind: 'log', place: 'operator' }],
  [`${image}/sandboxed-containers/namespaces/${ns}/osc-caa-ds-x_logs`, { kind: 'log', place: 'adaptor' }],
  [
    `${image}/sandboxed-containers/namespaces/${ns}/osc-podvm-image-creation-x_logs`,
    { kind: 'log', place: 'imageJob' },
  ],
  [
    `${image}/namespaces/openshift-machine-config-operator/pods/machine-config-daemon-1/d/d/logs/current.log`,
    { kind: 'log', place: 'machineConfig' },
  ],
  [`${image}/nodes/worker-0/worker-0_logs_crio`, { kind: 'log', place: 'crio' }],
  [`${image}/nodes/worker-0/worker-1_logs_crio`, undefined],
  [`${image}/host_service_logs/masters/kubelet_service.log`, { kind: 'log', place: 'kubelet' }],
  [`${image}/nodes/skipped_nodes.txt`, { kind: 'collectorNotes' }],
  [`${image}/must-gather-errors.log`, { kind: 'collectorNotes' }],
  ['must-gather.local.123/timestamp', { kind: 'timestamp' }],
  ['something/else.yaml', undefined],
];

describe('must-gather layout', () => {
  for (const [path, place] of paths)
    test(`classifies ${path.replace(image, '…')}`, () => assert.deepEqual(classifyPath(path), place));

  test('identifies the must-gather run of a path', () => {
    assert.equal(runOf('must-gather.local.123/x'), 'must-gather.local.123');
    assert.equal(runOf('a/must-gather.local.123/x'), undefined);
  });

  test('takes the collection time from the last valid timestamp', () => {
    const text = '2026-11-22 05:00:00.123456789 +0200 EET m=+1.5\n2026-11-22 05:10:00.5 +0200 EET m=+601\n';
    assert.equal(takenAt(text), Date.parse('2026-11-22T03:10:00.500Z'));
    assert.equal(takenAt('yesterday\n'), undefined);
  });
});
