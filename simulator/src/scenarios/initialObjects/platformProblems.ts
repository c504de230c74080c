/**
 * Creates objects of the platform that have problems, and others that have none. Sources of the messages:
 * https://access.redhat.com/solutions/5370391 (image-registry, from openshift/cluster-image-registry-operator@901305b85
 * pkg/operator/controllerimagepruner.go), openshift/cluster-monitoring-operator@1376d576c pkg/client/status_reporter.go
 * (SetFailed, which also sets Degraded), openshift/cluster-network-operator@5405bb815
 * pkg/controller/statusmanager/pod_status.go (network), openshift/api config/v1/types_cluster_operator.go,
 * kubernetes/kubernetes@v1.31.0 pkg/kubelet/nodestatus/setters.go.
 */
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { withCondition, type ConditionUpdate } from '#simulator/controllers/framework/conditions.ts';
import { getList, getMap, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { Seed } from '../engine/scenario.ts';

const hourMs = 3_600_000;

/** Name of the node with disk pressure. */
const fullNode = 'master-2';

/** Adds the objects to a cluster, and a problem to one of its control plane nodes. */
export function withPlatformProblems(seeds: readonly Seed[], now: number): readonly Seed[] {
  const since = formatKubernetesTime(now - 6 * hourMs);
  return [
    ...seeds.map((seed) =>
      seed.resource.plural === 'nodes' && seed.object.metadata.name === fullNode
        ? { ...seed, object: withDiskPressure(seed.object, since) }
        : seed,
    ),
    ...clusterOperators(since).map((object) => ({ resource: names.clusterOperators, object })),
    ...[0, 1, 2].map((index) => ({ resource: names.signingRequests, object: signingRequest(index, since) })),
  ];
}

function withDiskPressure(node: ObjectToWrite, since: string): ObjectToWrite {
  const pressure: ConditionUpdate = {
    type: 'DiskPressure',
    status: 'True',
    reason: 'KubeletHasDiskPressure',
    message: 'kubelet has disk pressure',
  };
  const status = getMap(node, 'status');
  return { ...node, status: { ...status, conditions: withCondition(getList(status, 'conditions'), pressure, since) } };
}

function clusterOperators(since: string): readonly ObjectToWrite[] {
  return [
    clusterOperator('dns', since),
    clusterOperator('image-registry', since, {
      type: 'Degraded',
      status: 'True',
      reason: 'ImagePrunerJobFailed',
      message: 'ImagePrunerDegraded: Job has reached the specified backoff limit',
    }),
    clusterOperator('machine-config', since),
    clusterOperator('monitoring', since, {
      type: 'Available',
      status: 'False',
      reason: 'UpdatingPrometheusK8SFailed',
      message: 'Rollout of the monitoring stack failed and is degraded. Please investigate the degraded status error.',
    }),
    // An operator that is being updated has no problem.
    clusterOperator('network', since, {
      type: 'Progressing',
      status: 'True',
      reason: 'Deploying',
      message: 'DaemonSet "/openshift-multus/multus" update is rolling out (1 out of 5 updated)',
    }),
  ];
}

function clusterOperator(name: string, since: string, problem?: ConditionUpdate): ObjectToWrite {
  const conditions = (
    [
      { type: 'Available', status: 'True', reason: 'AsExpected', message: '' },
      { type: 'Progressing', status: 'False', reason: 'AsExpected', message: '' },
      { type: 'Degraded', status: 'False', reason: 'AsExpected', message: '' },
    ] as const
  ).map((condition) => (condition.type === problem?.type ? problem : condition));
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'ClusterOperator',
    metadata: { name },
    spec: {},
    status: {
      conditions: conditions.reduce<readonly unknown[]>((all, one) => withCondition(all, one, since), []),
      versions: [{ name: 'operator', version: '4.21.9' }],
    },
  };
}

/** Creates a request of the kubelet of worker-1 for a serving certificate, which no one has approved. */
function signingRequest(index: number, since: string): ObjectToWrite {
  return {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: `csr-${['4k9xd', '8vnps', 'zq2lw'][index] ?? index}`, creationTimestamp: since },
    spec: {
      groups: ['system:nodes', 'system:authenticated'],
      request: Buffer.from('-----BEGIN CERTIFICATE REQUEST-----\n').toString('base64'),
      signerName: 'kubernetes.io/kubelet-serving',
      usages: ['digital signature', 'server auth'],
      username: 'system:node:worker-1',
    },
    status: {},
  };
}
