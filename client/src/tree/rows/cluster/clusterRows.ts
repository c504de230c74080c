/** Creates the rows of a cluster: the known state of Kata, or the reason it's unknown with the next step. */
import * as l10n from '@vscode/l10n';
import type { ConnectionState } from '#core/cluster/connectionState.ts';
import { findOperatorAbsence, listOperatorParts, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { lacksPeerPodsSecret, peerPodsIdle, listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import type { Part } from '#core/status/explanation.ts';
import { listMissingFor } from '#core/operations/permissions/permittedActions.ts';
import { connectionHealth } from '#core/status/health/clusterHealth.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import { allNamespacesScope } from '#client/clusters/state/namespaceScope.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { outdated } from '#client/tree/model/outdated.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { connectionNode } from './connectionNode.ts';
import { eligibilityNode } from '../contents/eligibilityNode.ts';
import { failedSandboxesNode } from '../contents/failedSandboxesNode.ts';
import { featureGatesNode } from '../contents/featureGatesNode.ts';
import { kataConfigNode } from '../contents/kataConfigNode.ts';
import { loggedOutNode, noCredentialsNode, noKataConfigNode, noOperatorNode } from './missingPrerequisiteNodes.ts';
import { partsNode } from '../contents/partsNode.ts';
import { notPermittedNode } from './notPermittedNode.ts';
import { refusedNodes } from './missingPermissionNodes.ts';
import { runNode } from './operationNode.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';
import { relatedNode } from '../contents/relatedNode.ts';
import { runtimeClassesNode } from '../contents/runtimeClassesNode.ts';
import { installProgressNode } from './installProgressNode.ts';
import { workloadsNode } from '../contents/workloadsNode.ts';

export function clusterRows(seen: ClusterTreeInput, info: ContextInfo, state: ConnectionState): readonly TreeNode[] {
  const { snapshot } = seen;
  const configs = listItems(snapshot, 'kataConfigs');
  const hasOperator = snapshot.kataConfigs.state.kind !== 'absent';
  const none = isKnown(snapshot, 'kataConfigs') && configs.length === 0;
  const parts = listOperatorParts(snapshot);
  const absence = findOperatorAbsence(snapshot);
  const isOperatorMissing = absence !== undefined;
  const isPaused = seen.run?.state === 'paused';
  const isRunning = seen.run !== undefined && seen.run.state !== 'done' && !isPaused;
  const peerPods = listPeerPodsParts(snapshot);
  // A must-gather shows the state at the time of collection.
  const connection = seen.gathered === true ? undefined : connectionHealth(snapshot);
  const first: readonly (TreeNode | undefined | false)[] = [
    state.kind === 'unauthorized' &&
      (state.trouble.status === undefined ? noCredentialsNode(seen, state.trouble) : loggedOutNode(seen, info)),
    connection !== undefined && connectionNode(seen, connection),
    seen.run !== undefined && runNode(seen, seen.run),
  ];
  const known: readonly (TreeNode | undefined | false)[] = [
    ...configs.map((kataConfig) => kataConfigNode(seen, kataConfig)),
    (configs.length > 0 || kataRuntimeClasses(snapshot).length > 0) && failedSandboxesNode(seen),
    // If the operator is being installed, its group shows the progress.
    isOperatorMissing && !isRunning && noOperatorNode(seen, absence === 'withCrd'),
    hasOperator && none && !isOperatorMissing && !isRunning && noKataConfigNode(seen),
    // If there is a KataConfig, its row shows the progress.
    !isOperatorMissing && configs.length === 0 && !isRunning && !isPaused && installProgressNode(seen),
    // Without a KataConfig, missing runtime classes aren't a problem, but leftovers of an uninstall are shown.
    (configs.length > 0 || kataRuntimeClasses(snapshot).length > 0) &&
      isKnown(snapshot, 'runtimeClasses') &&
      runtimeClassesNode(seen),
    !isOperatorMissing && parts.length > 0 && operatorNode(seen, parts),
    peerPods.length > 0 && peerPodsNode(seen, peerPods),
    featureGatesNode(seen),
    isKnown(snapshot, 'nodes') && hasOperator && eligibilityNode(seen),
    (kataRuntimeClasses(snapshot).length > 0 || canOnlyListPods(seen)) &&
      !(seen.gathered === true && seen.workloads.kind === 'unasked') &&
      workloadsNode(seen),
    // Without any response, there is nothing to expand.
    (seen.gathered === true ? seen.related !== undefined : isKnown(snapshot, 'kataConfigs')) && relatedNode(seen),
    ...(state.kind === 'forbidden' ? refusedNodes(seen, state.refused) : []),
    notPermittedNode(seen),
  ];
  const isOld = connection?.isFresh === false;
  return [...present(first), ...present(known).map((row) => (isOld ? outdated(row) : row))];
}

/**
 * Returns whether the user can't list the runtime classes, but has namespaces whose pods can be listed. The pods show
 * whether they use Kata.
 */
function canOnlyListPods({ snapshot, scope = allNamespacesScope }: ClusterTreeInput): boolean {
  return snapshot.runtimeClasses.state.kind === 'forbidden' && scope.namespaces.length > 0;
}

function operatorNode(seen: ClusterTreeInput, parts: readonly Part[]): TreeNode {
  return partsNode(seen, {
    id: 'operator',
    label: l10n.t`Operator`,
    meaning: '',
    ready: l10n.t({ message: 'Running', args: [], comment: ['The state of an operator.'] }),
    parts,
    isGroup: ({ id }) => id === 'operator' || id === 'deployment/controller-manager',
    ...withVersion(seen.snapshot),
  });
}

function peerPodsNode(seen: ClusterTreeInput, parts: readonly Part[]): TreeNode {
  return partsNode(seen, {
    id: 'peerpods',
    label: l10n.t`Peer pods`,
    meaning: l10n.t`Configuration for peer pods, whose VMs run outside the nodes.`,
    ready: l10n.t`Ready`,
    idle: peerPodsIdle(seen.snapshot),
    context:
      lacksPeerPodsSecret(seen.snapshot) &&
      listMissingFor('enterCredentials', seen.snapshot, seen.permissions).length === 0
        ? ['osc-peerPodsSecretMissing']
        : [],
    parts,
  });
}

function present(rows: readonly (TreeNode | undefined | false)[]): readonly TreeNode[] {
  return rows.filter((row) => row !== undefined && row !== false);
}

function withVersion(snapshot: ClusterTreeInput['snapshot']): { readonly headline?: string } {
  const version = getOperatorVersion(snapshot);
  return version === undefined ? {} : { headline: `OSC ${version}` };
}
