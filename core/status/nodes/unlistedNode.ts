/**
 * Describes a node that is in no list of the KataConfig: why Kata isn't installed, or what the node is waiting for.
 * Sources: domain/01-kataconfig.md 1.2, 1.6, 1.7.
 */
import * as l10n from '@vscode/l10n';
import { kataRole } from '#core/product/nodeLabels.ts';
import type { NodeContext } from './nodeContext.ts';
import type { NodeStatusText } from './activeNode.ts';
import { readNodeFeatures } from './nodeFeatures.ts';
import { describeMissingFeatures } from './nodeFeatureText.ts';
import { isOperatorRunning } from '../snapshotIndex.ts';
import { hasKataRole, isWorkerNode, getNodeExclusion } from './nodeSelection.ts';

/** Describes a node that is in no list and isn't being updated. */
export function tellApart({ snapshot, index, node, enabled }: NodeContext): NodeStatusText {
  const { kataConfig, converged } = index;
  if (kataConfig === undefined) {
    if (!hasKataRole(node)) return { headline: l10n.t`Kata isn't installed`, health: 'ok' };
    return {
      headline: l10n.t`Labeled for Kata, no KataConfig`,
      health: 'attention',
      stuck: l10n.t`The node has the label ${kataRole}, but no KataConfig exists. An earlier KataConfig was probably deleted manually.`,
      todo: l10n.t('Remove the label: `oc label node {0} {1}-`. The node then reboots.', node.name, kataRole),
    };
  }
  const why = getNodeExclusion(kataConfig, node, converged);
  const leaving = kataConfig.deleting !== undefined;
  if (why !== undefined) return tellExclusion({ snapshot, node }, why, { converged, leaving });
  if (leaving && !hasKataRole(node)) return { headline: l10n.t`Kata isn't installed`, health: 'ok' };
  if (isOperatorRunning(snapshot) === false) {
    return {
      headline: l10n.t`Operator isn't running`,
      health: 'attention',
      stuck: l10n.t`Kata should be installed on the node, but the operator isn't running.`,
      todo: l10n.t`To find out why the operator isn't running, see the details of the operator.`,
    };
  }
  if (node.mcoState === undefined) {
    return {
      headline: l10n.t`Not managed by the Machine Config Operator`,
      health: 'unknown',
      stuck: l10n.t`The node has no Machine Config Daemon annotations, so the operator doesn't list the node in the KataConfig status.`,
    };
  }
  if (!converged && !enabled) {
    return {
      headline: l10n.t`Install pending, not labeled yet`,
      health: 'busy',
      next: l10n.t`The operator adds the label ${kataRole}, which puts the node in the kata-oc machine config pool.`,
    };
  }
  return {
    headline: l10n.t`The KataConfig status doesn't list nodes yet`,
    health: 'busy',
    next: l10n.t`The operator adds the node to the KataConfig status after the Machine Config Operator starts the update.`,
  };
}

/** Explains why the KataConfig doesn't select the node. */
function tellExclusion(
  { snapshot, node }: Pick<NodeContext, 'snapshot' | 'node'>,
  why: NonNullable<ReturnType<typeof getNodeExclusion>>,
  { converged, leaving }: { readonly converged: boolean; readonly leaving: boolean },
): NodeStatusText {
  if (!converged && hasKataRole(node) && !leaving) {
    return {
      headline: l10n.t`Kata will be uninstalled`,
      health: 'busy',
      next: l10n.t`The operator is removing the Kata label from the node because ${why.words}.`,
    };
  }
  if (!isWorkerNode(node)) return { headline: l10n.t`Not installed (control plane node)`, health: 'ok' };
  const broken = why.kind === 'broken';
  const unlabelled = why.kind === 'notEligible';
  if (leaving) return { headline: l10n.t`Kata isn't installed`, health: 'ok' };
  return {
    headline: broken
      ? l10n.t`Invalid node selector`
      : unlabelled
        ? (describeMissingFeatures(readNodeFeatures(snapshot, node)) ?? l10n.t`Not installed (not eligible)`)
        : l10n.t`Not installed (not selected)`,
    health: broken ? 'attention' : 'ok',
    next: l10n.t`Kata isn't installed on this node because ${why.words}.`,
  };
}
