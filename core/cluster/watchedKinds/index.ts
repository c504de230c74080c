/** Kinds to follow on a cluster. To add one, create a file in this folder and list it here. */
import type { WatchedKind } from '../objects/watchedKind.ts';
import { clusterExtensions } from './clusterExtension.ts';
import { clusterServiceVersions } from './clusterServiceVersion.ts';
import { clusterVersions } from './clusterVersion.ts';
import { configMaps } from './configMap.ts';
import { daemonSets } from './daemonSet.ts';
import { deployments } from './deployment.ts';
import { installPlans } from './installPlan.ts';
import { jobs } from './job.ts';
import { kataConfigs } from './kataConfig.ts';
import { machineConfigPools } from './machineConfigPool.ts';
import { machineConfigs } from './machineConfig.ts';
import { nodes } from './node.ts';
import { nodeFeatures, openShiftNodeFeatures } from './nodeFeatures/nodeFeature.ts';
import { nodeFeatureDiscoveries } from './nodeFeatures/nodeFeatureDiscovery.ts';
import { nodeFeatureRules, openShiftNodeFeatureRules } from './nodeFeatures/nodeFeatureRule.ts';
import { operatorGroups } from './operatorGroup.ts';
import { peerPods } from './peerPod.ts';
import { runtimeClasses } from './runtimeClass.ts';
import { secrets } from './secret.ts';
import { subscriptions } from './subscription.ts';

export const watchedKinds = {
  kataConfigs,
  nodes,
  machineConfigPools,
  runtimeClasses,
  subscriptions,
  installPlans,
  clusterServiceVersions,
  operatorGroups,
  clusterExtensions,
  deployments,
  daemonSets,
  jobs,
  configMaps,
  secrets,
  peerPods,
  machineConfigs,
  clusterVersions,
  nodeFeatureDiscoveries,
  nodeFeatureRules,
  openShiftNodeFeatureRules,
  nodeFeatures,
  openShiftNodeFeatures,
} as const;

export type WatchedKindId = keyof typeof watchedKinds;
/** Type of the stored objects of a kind. */
export type ItemOf<Id extends WatchedKindId> = (typeof watchedKinds)[Id] extends WatchedKind<infer Item> ? Item : never;
export const watchedKindIds = Object.keys(watchedKinds) as readonly WatchedKindId[];
