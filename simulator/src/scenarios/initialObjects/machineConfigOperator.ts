/**
 * Creates the workloads of the Machine Config Operator. Source: openshift/machine-config-operator@7ff337a4f manifests
 * (machineconfigcontroller/deployment.yaml, machineconfigserver/daemonset.yaml, machineconfigdaemon/daemonset.yaml).
 * The simulator omits the container kube-rbac-proxy.
 */
import { machineConfigNamespace } from '#core/product/namespaces.ts';
import { machineConfigComponents } from '#simulator/controllers/machineConfig/machineConfigLogs.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Seed } from '../engine/scenario.ts';

/** Maximum number of workers of a cluster whose nodes run the Machine Config Daemon, because each is one more pod. */
const mostWithDaemons = 10;

const image = 'quay.io/openshift-release-dev/ocp-v4.0-art-dev:machine-config-operator';
const onControlPlane = {
  nodeSelector: { 'node-role.kubernetes.io/master': '' },
  tolerations: [{ key: 'node-role.kubernetes.io/master', operator: 'Exists', effect: 'NoSchedule' }],
  priorityClassName: 'system-cluster-critical',
};

/**
 * Creates machine-config-controller and, on small clusters, machine-config-server and machine-config-daemon.
 * @param workers number of worker nodes
 * @param created creation time, in the format of Kubernetes
 */
export function machineConfigOperator(workers: number, created: string): readonly Seed[] {
  const { controller, daemon, server } = machineConfigComponents;
  const daemons =
    workers > mostWithDaemons
      ? []
      : [
          workload('DaemonSet', server, created, { hostNetwork: true, ...onControlPlane }),
          workload('DaemonSet', daemon, created, { hostNetwork: true, tolerations: [{ operator: 'Exists' }] }),
        ];
  return [
    { resource: names.deployments, object: workload('Deployment', controller, created, onControlPlane) },
    ...daemons.map((object) => ({ resource: names.daemonSets, object })),
  ];
}

function workload(kind: 'Deployment' | 'DaemonSet', name: string, created: string, spec: object): ObjectToWrite {
  const labels = { 'k8s-app': name };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: machineConfigNamespace, creationTimestamp: created },
    spec: {
      ...(kind === 'Deployment' ? { replicas: 1 } : {}),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { ...spec, containers: [{ name, image }] } },
    },
  };
}
