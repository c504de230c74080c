/**
 * Determines which optional kinds a cluster needs. The kinds of Node Feature Discovery are requested only if it has
 * labeled or annotated a node, so that clusters without it cause no requests. ClusterExtensions are requested only from
 * OpenShift versions that have OLM v1.
 */
import { compareVersionTexts } from '../common/versions.ts';
import { getNodeFeatureGroup } from '../product/nodeFeatureRules.ts';
import { eligibleLabel, workerRole } from '../product/nodeLabels.ts';
import type { ClusterObject } from './objects/clusterObject.ts';
import type { WatchedKind } from './objects/watchedKind.ts';
import type { Snapshot, SnapshotPart } from './snapshot.ts';
import { watchedKindIds, watchedKinds, type WatchedKindId } from './watchedKinds/index.ts';
import type { ClusterNode } from './watchedKinds/node.ts';

/** Returns whether the part is followed only on clusters that need it. */
export function isOptionalKind(part: SnapshotPart): boolean {
  if (part === 'failedSandboxes') return false;
  const kind: WatchedKind<ClusterObject> = watchedKinds[part];
  return kind.optional === true;
}

export const optionalKindIds: readonly WatchedKindId[] = watchedKindIds.filter(isOptionalKind);
/** Kinds that are followed on every cluster. */
export const requiredKindIds: readonly WatchedKindId[] = watchedKindIds.filter((id) => !isOptionalKind(id));

/** Returns whether the objects of a part are needed to explain the state of the cluster. */
export function isKindNeeded(part: SnapshotPart, snapshot: Snapshot): boolean {
  if (!isOptionalKind(part)) return true;
  const [version] = snapshot.clusterVersions.items.values();
  if (part === 'clusterExtensions') return (compareVersionTexts(version?.version ?? '', firstWithOlmV1) ?? -1) >= 0;
  const { hasFeatureDiscovery, hasIneligibleWorker } = getNeeds(snapshot.nodes.items);
  if (!hasFeatureDiscovery) return false;
  if (part !== 'nodeFeatures' && part !== 'openShiftNodeFeatures') return true;
  // NodeFeatures are large. They're needed only if a node isn't eligible.
  if (!hasIneligibleWorker) return false;
  const group = getNodeFeatureGroup(version?.version);
  return group === undefined || group === watchedKinds[part].group;
}

/** First OpenShift version with `olm.operatorframework.io/v1`. Source: release notes of OpenShift 4.18. */
const firstWithOlmV1 = '4.18.0';

interface Needs {
  readonly hasFeatureDiscovery: boolean;
  readonly hasIneligibleWorker: boolean;
}

const cache = new WeakMap<ReadonlyMap<string, ClusterNode>, Needs>();

function getNeeds(nodes: ReadonlyMap<string, ClusterNode>): Needs {
  const known = cache.get(nodes);
  if (known !== undefined) return known;
  const all = [...nodes.values()];
  const needs = {
    hasFeatureDiscovery: all.some((node) => node.hasFeatureDiscovery === true),
    hasIneligibleWorker: all.some(
      ({ labels }) => Object.hasOwn(labels, workerRole) && labels[eligibleLabel] !== 'true',
    ),
  };
  cache.set(nodes, needs);
  return needs;
}
