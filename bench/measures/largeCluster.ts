/**
 * Measures the checks of a cluster with 5,000 nodes and 20,000 pods, without a server: the eligibility of the nodes,
 * from labels and NodeFeatures, and the preflight sums of what the pods request.
 */
import assert from 'node:assert/strict';
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { checks } from '#core/operations/checks/index.ts';
import { addPodRequests, type NodeRequests } from '#core/operations/lookups/podRequests.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { readNodeFeatures } from '#core/status/nodes/nodeFeatures.ts';
import { snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import type { Measure } from './measure.ts';

const nodeCount = 5000;
const podCount = 20_000;

export const largeCluster: Measure = {
  name: 'largeCluster',
  run(samples, repetitions) {
    const nodes = Array.from({ length: nodeCount }, (_, index) => createNode(index));
    const nodeFeatures = Array.from({ length: nodeCount }, (_, index) => createNodeFeature(index));
    const pods = Array.from({ length: podCount }, (_, index) => createPod(index));
    const version = { metadata: { name: 'version', uid: 'v' }, status: { desired: { version: '4.21.9' } } };
    for (let repetition = 0; repetition < Math.min(repetitions, 10); repetition += 1) {
      // A new snapshot has no cached indexes.
      const snapshot = snapshotOf({ nodes, nodeFeatures, clusterVersions: [version] });
      const began = performance.now();
      for (const node of snapshot.nodes.items.values())
        assert.equal(readNodeFeatures(snapshot, node).required?.length, 4);
      samples.add('eligibility', 'ours', performance.now() - began);
      samples.add('capacity', 'ours', addUp(snapshot, pods));
    }
    return Promise.resolve();
  },
};

/** Adds up the requests, runs the check, and returns the time in milliseconds. */
function addUp(snapshot: Snapshot, pods: readonly unknown[]): number {
  const check = checks.find(({ id }) => id === 'node-capacity') ?? assert.fail('no check');
  const began = performance.now();
  const requests = new Map<string, NodeRequests>();
  for (const pod of pods) addPodRequests(requests, pod);
  const facts = { kataPods: { kind: 'known', value: { pods: [], cut: false, requests }, asOf: 0 } } as const;
  const cluster: ObservedCluster = { context: 'c', server: 's', snapshot, history: emptyHistory, facts, now: 0 };
  assert.equal(check.judge(cluster).verdict, 'pass');
  return performance.now() - began;
}

function createNode(index: number): Readonly<Record<string, unknown>> {
  return {
    metadata: {
      name: `worker-${index}`,
      uid: `n${index}`,
      labels: { 'node-role.kubernetes.io/worker': '', 'feature.node.kubernetes.io/cpu-cpuid.VMX': 'true' },
    },
    status: {
      allocatable: { cpu: '15500m', memory: '60Gi', pods: '250' },
      nodeInfo: { architecture: 'amd64' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

function createNodeFeature(index: number): Readonly<Record<string, unknown>> {
  return {
    metadata: {
      name: `worker-${index}`,
      namespace: 'openshift-nfd',
      uid: `f${index}`,
      labels: { 'nfd.node.kubernetes.io/node-name': `worker-${index}` },
    },
    spec: {
      features: {
        flags: {
          'cpu.cpuid': { elements: { SSE4: {}, VMX: {} } },
          'kernel.loadedmodule': { elements: { kvm: {}, kvm_intel: {} } },
        },
      },
    },
  };
}

function createPod(index: number): Readonly<Record<string, unknown>> {
  const resources = { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } };
  return {
    metadata: { name: `pod-${index}`, namespace: 'shop', uid: `p${index}` },
    spec: {
      nodeName: `worker-${index % nodeCount}`,
      overhead: { cpu: '250m', memory: '350Mi' },
      initContainers: [{ name: 'init', resources }],
      containers: [
        { name: 'app', resources },
        { name: 'proxy', resources },
      ],
    },
    status: { phase: 'Running' },
  };
}
