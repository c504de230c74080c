/** The facts that can be asked for. A new one: a file here, a line below. */
import type { Fact, FactKind } from '../fact.ts';
import { accessFact } from './access.ts';
import { adaptorPodsFact } from './adaptorPods.ts';
import { cataloguesFact } from './catalogues.ts';
import { clusterExtensionFact } from './clusterExtension.ts';
import { crioLogLevelsFact } from './crioLogLevels.ts';
import { disruptionBudgetsFact } from './disruptionBudgets.ts';
import { drainedPodsFact } from './drainedPods.ts';
import { infrastructureFact } from './infrastructure.ts';
import { kataConfigCrdFact } from './kataConfigCrd.ts';
import { kataPodsFact } from './kataPods.ts';
import { keptKataConfigFact } from './keptKataConfig.ts';
import { kubeVersionFact } from './kubeVersion.ts';
import { namespaceContentsFact } from './namespaceContents.ts';
import { nodeFeatureDiscoveryFact } from './nodeFeatureDiscovery.ts';
import { operatorNamespaceFact } from './operatorNamespace.ts';
import { packageManifestFact } from './packageManifest.ts';
import { peerPodConfigFact } from './peerPodConfig.ts';
import { peerPodsSecretKeysFact } from './peerPodsSecretKeys.ts';
import { subscriptionsElsewhereFact } from './subscriptionsElsewhere.ts';
import { virtualMachinesFact } from './virtualMachines.ts';
import { webhookEndpointsFact } from './webhookEndpoints.ts';
import { wholeKataConfigFact } from './wholeKataConfig.ts';
import { workerMachinesFact } from './workerMachines.ts';

export const factKinds = {
  access: accessFact,
  adaptorPods: adaptorPodsFact,
  catalogues: cataloguesFact,
  clusterExtension: clusterExtensionFact,
  crioLogLevels: crioLogLevelsFact,
  disruptionBudgets: disruptionBudgetsFact,
  drainedPods: drainedPodsFact,
  infrastructure: infrastructureFact,
  kataConfigCrd: kataConfigCrdFact,
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

export type FactId = keyof typeof factKinds;
/** What a fact tells. */
export type FactValue<Id extends FactId> = (typeof factKinds)[Id] extends FactKind<infer Value> ? Value : never;
export const factIds = Object.keys(factKinds) as readonly FactId[];

/** All that was asked for; what is missing was not. */
export type Facts = { readonly [Id in FactId]?: Fact<FactValue<Id>> };
