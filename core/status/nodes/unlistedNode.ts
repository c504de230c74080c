/**
 * A node that is in no list of the KataConfig: why it has no kata, or what it waits for. Sources:
 * domain/01-kataconfig.md 1.2, 1.6, 1.7.
 */
import * as l10n from '@vscode/l10n';
import { kataRole } from '#core/product/nodeLabels.ts';
import type { NodeContext } from './nodeContext.ts';
import type { NodeStatusText } from './activeNode.ts';
import { isOperatorRunning } from '../snapshotIndex.ts';
import { hasKataRole, isWorkerNode, getNodeExclusion } from './nodeSelection.ts';

/** Without a list, and with nothing to be done on it. */
export function tellApart({ snapshot, surroundings, node, enabled }: NodeContext): NodeStatusText {
  const { kataConfig, converged } = surroundings;
  if (kataConfig === undefined) {
    if (!hasKataRole(node)) return { headline: l10n.t`Without kata`, health: 'ok' };
    return {
      headline: l10n.t`Labelled for kata, without a KataConfig`,
      health: 'attention',
      stuck: l10n.t`The node has the label ${kataRole}, and there is no KataConfig: an earlier one was removed by hand, it seems.`,
      todo: l10n.t`Take the label away, and the node reboots: \`oc label node ${node.name} ${kataRole}-\`.`,
    };
  }
  const why = getNodeExclusion(kataConfig, node, converged);
  const leaving = kataConfig.deleting !== undefined;
  if (why !== undefined) return tellExclusion(node, why, { converged, leaving });
  if (leaving && !hasKataRole(node)) return { headline: l10n.t`Without kata`, health: 'ok' };
  if (isOperatorRunning(snapshot) === false) {
    return {
      headline: l10n.t`Nobody works on it`,
      health: 'attention',
      stuck: l10n.t`The node is to have kata, and the operator does not run.`,
      todo: l10n.t`Check the operator status.`,
    };
  }
  if (node.mcoState === undefined) {
    return {
      headline: l10n.t`Not in the hands of the Machine Config Operator`,
      health: 'unknown',
      stuck: l10n.t`The node has no annotation of a machine-config-daemon: the operator leaves such nodes out of its lists.`,
    };
  }
  if (!converged && !enabled) {
    return {
      headline: l10n.t`To have kata, not labelled yet`,
      health: 'busy',
      next: l10n.t`The operator gives it the label ${kataRole}; then its pool is kata-oc.`,
    };
  }
  return {
    headline: l10n.t`Not counted yet`,
    health: 'busy',
    next: l10n.t`The operator counts its nodes when the Machine Config Operator has begun.`,
  };
}

/** Explains why the KataConfig doesn't select the node. */
function tellExclusion(
  node: NodeContext['node'],
  why: NonNullable<ReturnType<typeof getNodeExclusion>>,
  { converged, leaving }: { readonly converged: boolean; readonly leaving: boolean },
): NodeStatusText {
  if (!converged && hasKataRole(node) && !leaving) {
    return {
      headline: l10n.t`Kata will be uninstalled`,
      health: 'busy',
      next: l10n.t`The operator takes the label from it: ${why.words}.`,
    };
  }
  if (!isWorkerNode(node)) return { headline: l10n.t`Control plane: no kata`, health: 'ok' };
  const broken = why.kind === 'broken';
  const unlabelled = why.kind === 'notEligible';
  if (leaving) return { headline: l10n.t`Without kata`, health: 'ok' };
  return {
    headline: broken
      ? l10n.t`The node selector cannot be used`
      : unlabelled
        ? l10n.t`Not eligible: no kata`
        : l10n.t`Not selected: no kata`,
    health: broken ? 'attention' : 'ok',
    next: l10n.t`Kata isn't installed on this node: ${why.words}.`,
  };
}
