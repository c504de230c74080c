/** Defines the cases of the preflight checks. */
import { kataConfig, object } from '#test/support/cluster/clusterObjects.ts';
import { situationOf } from '#test/support/operations/situations.ts';
import { awsData, type Case, deleting, kataPod, live, machine, peerPodsMap } from './checkSituations.ts';
import { capacityCases } from './capacityCases.ts';
import { clusterCases } from './clusterCases.ts';
import { installationCases } from './installationCases.ts';
import { openShiftCases } from './openShiftCases.ts';
import { operatorCases } from './operatorCases.ts';
import { permissionCases } from './permissionCases.ts';

/**
 * Cases of every preflight check, by its ID: when it applies, the situation, the verdict, and words of the headline.
 */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  ...openShiftCases,
  ...capacityCases,
  ...clusterCases,
  ...operatorCases,
  ...permissionCases,
  ...installationCases,
  'peer-pods-configmap': [
    ["peer pods aren't enabled", situationOf(), 'none', /./],
    ['the ConfigMap is complete', situationOf({ configMaps: [peerPodsMap(awsData)] }), 'pass', /Complete for aws/],
    [
      'a required key is empty',
      situationOf({ configMaps: [peerPodsMap({ ...awsData, AWS_VPC_ID: '' })] }),
      'fail',
      /Missing AWS_VPC_ID/,
    ],
    [
      "peer pods are enabled and the ConfigMap doesn't exist",
      situationOf({ kataConfigs: [kataConfig(undefined, {}, {}, { enablePeerPods: true })] }),
      'fail',
      /Not found/,
    ],
    [
      'the limit per node is not an integer',
      situationOf({ configMaps: [peerPodsMap({ ...awsData, PEERPODS_LIMIT_PER_NODE: 'ten' })] }),
      'warn',
      /^PEERPODS_LIMIT_PER_NODE: ten$/,
    ],
    [
      'the ConfigMap was deleted with the namespace, and a PeerPod is being deleted',
      situationOf({ peerPods: [object('web', {}, { deletionTimestamp: '2026-11-21T10:41:00Z' })] }),
      'none',
      /Peer pods aren't configured/,
    ],
    [
      "a PeerPod exists and the ConfigMap doesn't exist",
      situationOf({ peerPods: [object('web')] }),
      'warn',
      /Not found/,
    ],
  ],
  'peer-pods-secret': [
    ["peer pods aren't enabled", situationOf(), 'none', /./],
    [
      'the Secret is complete',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'], empty: [] } } },
      ),
      'pass',
      /aws/,
    ],
    [
      'the Secret uses an AWS role',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'], empty: [] } } },
      ),
      'pass',
      /aws/,
    ],
    [
      'a required key is empty',
      situationOf(
        { configMaps: [peerPodsMap(awsData)] },
        { peerPodsSecretKeys: { found: { set: ['AWS_ACCESS_KEY_ID'], empty: ['AWS_SECRET_ACCESS_KEY'] } } },
      ),
      'fail',
      /Missing AWS_SECRET_ACCESS_KEY/,
    ],
    ["the Secret doesn't exist", situationOf({ configMaps: [peerPodsMap(awsData)] }), 'fail', /Not found/],
    [
      'the cloud provider is unknown',
      situationOf({ configMaps: [peerPodsMap({})] }, { peerPodsSecretKeys: { found: { set: [], empty: [] } } }),
      'unknown',
      /without a valid CLOUD_PROVIDER/,
    ],
  ],
  'kata-pods': [
    ['no pods use Kata', situationOf(), 'pass', /None found/],
    [
      'a pod uses Kata',
      situationOf({ kataConfigs: [kataConfig(undefined)] }, { kataPods: { pods: [kataPod], cut: false } }),
      'pass',
      /1 pod found/,
    ],
    [
      'a Kata pod blocks the uninstall',
      situationOf(
        { kataConfigs: [kataConfig(undefined, {}, {}, {}, deleting)] },
        { kataPods: { pods: [kataPod], cut: false } },
      ),
      'fail',
      /1 pod is blocking the uninstall/,
    ],
    [
      'a Kata pod exists without a KataConfig',
      situationOf({}, { kataPods: { pods: [kataPod], cut: false } }),
      'warn',
      /no KataConfig/,
    ],
  ],
  'virtual-machines': [
    ['no VM blocks a drain', situationOf(), 'pass', /None/],
    [
      "a VM can't be live-migrated",
      situationOf({}, { virtualMachines: { fixed: [machine], cut: false } }),
      'warn',
      /1 VM/,
    ],
  ],
  'disruption-budgets': [
    ['no PodDisruptionBudget blocks evictions', situationOf(), 'pass', /No PodDisruptionBudget is blocking a drain/],
    [
      'a PodDisruptionBudget allows no eviction',
      situationOf(
        {},
        {
          disruptionBudgets: {
            tight: [{ ...live, namespace: 'shop', expectedPods: 1, currentHealthy: 1, desiredHealthy: 1 }],
            cut: false,
          },
        },
      ),
      'warn',
      /1 PodDisruptionBudget doesn't allow evictions/,
    ],
  ],
};
