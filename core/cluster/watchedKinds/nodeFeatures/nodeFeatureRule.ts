/** NodeFeatureRules, which can label nodes for Kata. Source: core/product/nodeFeatureRules.ts. */
import * as l10n from '@vscode/l10n';
import { getList, getMap, omitUndefined } from '#core/common/json.ts';
import type { NodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { defineWatchedKind, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';

export interface NodeFeatureRule extends ClusterObject {
  /** True if a rule of the object sets the label of eligible nodes. */
  readonly isForKata?: true;
}

/** Returns whether an object contains a rule that sets the label of eligible nodes. */
export function setsKataLabel(raw: unknown): boolean {
  return getList(raw, 'spec', 'rules').some((rule) => Object.hasOwn(getMap(rule, 'labels'), eligibleLabel));
}

function kindInGroup(group: NodeFeatureGroup): WatchedKind<NodeFeatureRule> {
  return defineWatchedKind<NodeFeatureRule>({
    group,
    version: 'v1alpha1',
    plural: 'nodefeaturerules',
    kind: 'NodeFeatureRule',
    scope: 'all',
    most: 500,
    optional: true,
    neededFor: () => l10n.t`whether Node Feature Discovery detects nodes that can run Kata`,
    read: (raw, object) => ({
      ...object,
      ...omitUndefined({ isForKata: setsKataLabel(raw) ? (true as const) : undefined }),
    }),
  });
}

/** Rules that OpenShift 4.19 and later read. */
export const nodeFeatureRules = kindInGroup('nfd.k8s-sigs.io');
/** Rules that OpenShift up to 4.18 reads. */
export const openShiftNodeFeatureRules = kindInGroup('nfd.openshift.io');
