/** Creates the rows of a KataConfig: its state, its progress, and its nodes by state. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { kataConfigs, type KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { withFailedSandboxes } from '#core/status/nodes/failedSandboxes.ts';
import {
  getDaemonSetMode,
  notReported,
  unreportedLists,
  whyNotReported,
} from '#core/status/daemonSetMode/daemonSetMode.ts';
import { nodeGroups } from '#core/status/nodes/nodeGroups.ts';
import { listConcernedPools } from '#core/status/nodes/poolStatus.ts';
import { listMissingFor } from '#core/operations/permissions/permittedActions.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { kataConfigState } from '#core/status/health/stateLabel.ts';
import { defaultLogLevel, explainLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget, eventContext } from '#client/tree/model/objectTarget.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { lastChangeText } from '../lastChange.ts';
import { messageNode } from '../messageNode.ts';
import { nodeGroupNode } from './nodeGroupNode.ts';
import { poolNode } from './poolNode.ts';

export function kataConfigNode(seen: ClusterTreeInput, kataConfig: KataConfig): TreeNode {
  const { snapshot } = seen;
  const { name, uid } = kataConfig;
  const explanation = withFailedSandboxes(explainKataConfig(kataConfig, snapshot), snapshot, seen.now);
  const groups = nodeGroups(kataConfig, snapshot);
  const isOnly = snapshot.kataConfigs.items.size === 1;
  return explainedNode({
    id: `${seen.context}/kataconfig:${uid}`,
    label: isOnly ? 'Kata' : `KataConfig ${name}`,
    fullName: `KataConfig ${name}`,
    explanation,
    ...omitUndefined({ details: lastChangeText(seen, 'kataConfig', name) }),
    description: kataConfigState(kataConfig, snapshot, explanation.health),
    release: getInstalledRelease(snapshot),
    target: createNodeTarget(seen, kataConfigs, kataConfig),
    context: ['osc-object', 'osc-named', ...eventContext, ...(seen.console ? ['osc-console'] : [])],
    collapsible: 'expanded',
    children: () => [
      ...logLevelNodes(seen, kataConfig),
      ...(isOnly ? listConcernedPools(snapshot).map((pool) => poolNode(seen, pool)) : []),
      ...(groups.length === 0
        ? [noListsNode(seen, kataConfig)]
        : groups.map((group) => nodeGroupNode(seen, kataConfig, group))),
      ...unreportedNodes(seen, kataConfig),
    ],
  });
}

/** Creates a row with a reset command while the log level isn't the default. */
function logLevelNodes(
  { context, snapshot, permissions }: ClusterTreeInput,
  kataConfig: KataConfig,
): readonly TreeNode[] {
  const explanation = explainLogLevel(kataConfig);
  if (explanation === undefined || kataConfig.deleting !== undefined) return [];
  const isPermitted = listMissingFor('setLogLevel', snapshot, permissions).length === 0;
  return [
    explainedNode({
      id: `${context}/kataconfig:${kataConfig.uid}/log-level`,
      label: explanation.headline,
      description: l10n.t`Reset to ${defaultLogLevel} when you're done`,
      explanation,
      target: { context },
      context: isPermitted ? ['osc-logLevel'] : [],
    }),
  ];
}

/** Creates a row instead of a group of failed nodes if the operator doesn't report them. */
function unreportedNodes({ context, snapshot }: ClusterTreeInput, { uid, lists }: KataConfig): readonly TreeNode[] {
  const isReported = unreportedLists.some((list) => lists[list].length > 0);
  if (isReported || getDaemonSetMode(snapshot) === undefined) return [];
  return [
    messageNode(context, {
      id: `${context}/kataconfig:${uid}/not-reported`,
      label: l10n.t`Failed`,
      description: notReported(),
      icon: 'info',
      tooltip: whyNotReported(),
    }),
  ];
}

function noListsNode({ context }: ClusterTreeInput, { uid }: KataConfig): TreeNode {
  return messageNode(context, {
    id: `${context}/kataconfig:${uid}/none`,
    label: l10n.t`No nodes`,
    description: l10n.t`The KataConfig status doesn't list nodes yet`,
    icon: 'info',
  });
}
