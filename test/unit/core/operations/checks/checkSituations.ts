/** Provides objects and situations that the cases of preflight checks share. */
import type { CheckVerdict } from '#core/operations/preflightFindings/check.ts';
import type { LookupValue } from '#core/operations/lookupList.ts';
import type { PodSandboxState } from '#core/operations/lookups/podSandbox.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  readAt,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import {
  clusterVersion,
  csv,
  offered,
  plainWorker,
  situationOf,
  subscription,
} from '#test/support/operations/situations.ts';

export const namespace = 'openshift-sandboxed-containers-operator';

export type Case = readonly [what: string, situation: ObservedCluster, verdict: CheckVerdict, words: RegExp];

export const workers = (...nodes: readonly Raw[]): ObservedCluster => situationOf({ nodes, machineConfigPools: pools });
export const versioned = (
  version: string,
  values: Parameters<typeof situationOf>[1] = { packageManifest: offered() },
): ObservedCluster => situationOf({ clusterVersions: [clusterVersion(version)] }, values);
/** Creates a cluster with OSC 1.11.0 on this OpenShift version, with a newer release in its channel. */
export const updatable = (openShift: string, newest = '1.12.0'): ObservedCluster =>
  situationOf(
    {
      clusterVersions: [clusterVersion(openShift)],
      subscriptions: [subscription('stable', 'redhat-operators', 'sandboxed-containers-operator.v1.11.0')],
      clusterServiceVersions: [csv('Succeeded', '1.11.0')],
    },
    { packageManifest: offered('stable', newest) },
  );
const sandboxes: Readonly<Record<'running' | 'missing' | 'starting', PodSandboxState>> = {
  running: { isRunning: true },
  missing: { isRunning: false, missingSince: readAt - 240_000 },
  starting: { isRunning: false, missingSince: readAt - 1000 },
};
/** Creates a cluster with Kata on worker nodes a and b, and one Kata pod on each given node. */
export const withSandboxes = (
  pods: Readonly<Record<string, keyof typeof sandboxes>>,
  runtimeClass = 'kata',
): ObservedCluster =>
  situationOf(
    {
      nodes: [plainWorker('a'), plainWorker('b')],
      machineConfigPools: pools,
      kataConfigs: [kataConfig(undefined, { installed: ['a', 'b'] })],
    },
    {
      kataPods: {
        pods: Object.entries(pods).map(([node, state]) => ({
          ...kataPod,
          runtimeClass,
          node,
          sandbox: sandboxes[state],
        })),
        cut: false,
      },
    },
  );
/** Creates a cluster on whose worker node a Kata is installed or being installed. */
export const withHealth = (status: string, reason: string, lists: Raw, spec: Raw = {}): ObservedCluster =>
  situationOf({
    nodes: [plainWorker('a')],
    machineConfigPools: pools,
    deployments: [manager],
    daemonSets: [
      object('openshift-sandboxed-containers-monitor', { status: { desiredNumberScheduled: 1, numberReady: 1 } }),
    ],
    kataConfigs: [
      kataConfig(
        condition(status, reason, ''),
        lists,
        { runtimeClasses: ['kata'], kataNodes: { ...lists, nodeCount: 1, readyNodeCount: 1 } },
        spec,
      ),
    ],
  });
export const withAccess = (...missing: readonly string[]): LookupValue<'access'> => ({
  allowed: new Map(requiredPermissions.map(({ id }) => [id, !missing.includes(id)])),
});
export const live = { uid: 'u', name: 'x', resourceVersion: '1' };
export const peerPodsMap = (data: Raw): Raw => object('peer-pods-cm', { data });
export const awsData = {
  CLOUD_PROVIDER: 'aws',
  AWS_REGION: 'eu-west-1',
  AWS_SUBNET_ID: 's',
  AWS_VPC_ID: 'v',
  AWS_SG_IDS: 'g',
};
export const deleting = { deletionTimestamp: '2026-11-01T11:00:00Z' };
export const kataPod = { ...live, name: 'web-1', namespace: 'shop', runtimeClass: 'kata', phase: 'Running' };
export const source = (state: string): LookupValue<'catalogues'> => ({
  sources: [{ ...live, name: 'redhat-operators', displayName: 'Red Hat Operators', state }],
});
export const group = (name: string, targetNamespaces: readonly string[]): Raw =>
  object(name, { spec: { targetNamespaces }, status: { namespaces: targetNamespaces } });
export const machine = { ...live, namespace: 'vms', reason: 'DisksNotLiveMigratable', message: 'a disk is not shared' };
export const degraded = [
  { type: 'Degraded', status: 'True', reason: '1 nodes are reporting degraded status', message: 'disk full' },
];
