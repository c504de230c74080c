/** The lookups that can be run on a cluster. To add one, create a file and list it here. */
import type { LookupResult, Lookup } from './lookups/lookup.ts';
import { accessFact } from './lookups/cluster/grantedPermissions.ts';
import { adaptorPodsFact } from './lookups/peerPods/adaptorPods.ts';
import { cataloguesFact } from './lookups/operator/catalogues.ts';
import { clusterExtensionFact } from './lookups/operator/clusterExtension.ts';
import { crioLogLevelsFact } from './lookups/kata/crioLogLevels.ts';
import { disruptionBudgetsFact } from './lookups/cluster/disruptionBudgets.ts';
import { drainedPodsFact } from './lookups/cluster/drainedPods.ts';
import { fipsFact } from './lookups/cluster/fips.ts';
import { infrastructureFact } from './lookups/cluster/infrastructure.ts';
import { kataConfigAdmissionFact } from './lookups/kata/kataConfigAdmission.ts';
import { kataConfigCrdFact } from './lookups/kata/kataConfigCrd.ts';
import { kataCronJobsFact } from './lookups/kata/kataCronJobs.ts';
import { kataPodsFact } from './lookups/kata/kataPods.ts';
import { keptKataConfigFact } from './lookups/kata/savedKataConfig.ts';
import { kubeVersionFact } from './lookups/cluster/kubeVersion.ts';
import { namespaceContentsFact } from './lookups/operator/namespaceContents.ts';
import { nodeFeatureDiscoveryFact } from './lookups/cluster/nodeFeatureDiscovery.ts';
import { operatorNamespaceFact } from './lookups/operator/operatorNamespace.ts';
import { packageManifestFact } from './lookups/operator/packageManifest.ts';
import { peerPodConfigFact } from './lookups/peerPods/peerPodConfig.ts';
import { peerPodsSecretKeysFact } from './lookups/peerPods/peerPodsSecretKeys.ts';
import { subscriptionsElsewhereFact } from './lookups/operator/subscriptionsElsewhere.ts';
import { virtualMachinesFact } from './lookups/cluster/virtualMachines.ts';
import { webhookEndpointsFact } from './lookups/operator/webhookEndpoints.ts';
import { wholeKataConfigFact } from './lookups/kata/completeKataConfig.ts';
import { workerMachinesFact } from './lookups/cluster/workerMachines.ts';

export const lookups = {
  access: accessFact,
  adaptorPods: adaptorPodsFact,
  catalogues: cataloguesFact,
  clusterExtension: clusterExtensionFact,
  crioLogLevels: crioLogLevelsFact,
  disruptionBudgets: disruptionBudgetsFact,
  drainedPods: drainedPodsFact,
  fips: fipsFact,
  infrastructure: infrastructureFact,
  kataConfigAdmission: kataConfigAdmissionFact,
  kataConfigCrd: kataConfigCrdFact,
  kataCronJobs: kataCronJobsFact,
  kataPods: kataPodsFact,
  keptKataConfig: keptKataConfigFact,
  kubeVersion: kubeVersionFact,
  namespaceContents: namespaceContentsFact,
  nodeFeatureDiscovery: nodeFeatureDiscoveryFact,
  operatorNamespace: operatorNamespaceFact,
  packageManifest: packageManifestFact,
  peerPodConfig: peerPodConfigFact,
  peerPodsSecretKeys: peerPodsSecretKeysFact,
  subscriptionsElsewhere: subscriptionsElsewhereFact,
  virtualMachines: virtualMachinesFact,
  webhookEndpoints: webhookEndpointsFact,
  wholeKataConfig: wholeKataConfigFact,
  workerMachines: workerMachinesFact,
} as const;

export type LookupId = keyof typeof lookups;
/** Value that a lookup returns. */
export type LookupValue<Id extends LookupId> = (typeof lookups)[Id] extends Lookup<infer Value> ? Value : never;
export const factIds = Object.keys(lookups) as readonly LookupId[];

/** Results of the lookups that were run, by ID. */
export type LookupResults = { readonly [Id in LookupId]?: LookupResult<LookupValue<Id>> };
