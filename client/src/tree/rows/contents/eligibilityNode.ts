/**
 * Creates the row with the eligibility of worker nodes according to Node Feature Discovery. Eligibility matters only if
 * the KataConfig checks it.
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { nodes, type ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { getEligibility, explainEligibility, hasNfdLabels } from '#core/status/nodes/eligibility.ts';
import { describeNodeFeatures } from '#core/status/nodes/nodeFeatureText.ts';
import { findIneffectiveRuleOf } from '#core/status/nodes/ineffectiveRule.ts';
import { findTeeConflict } from '#core/status/nodes/teeConflict.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { doneOf } from '#core/status/partText.ts';
import { isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { nodeEligibility } from '#core/product/docSections.ts';
import { explainedNode, explainedView, LazyExplanation, renderProse } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import { createNodeTarget } from '#client/tree/model/objectTarget.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';

/** Creates the row. Returns undefined if no nodes are visible. */
export function eligibilityNode(seen: ClusterTreeInput): TreeNode | undefined {
  const { context, snapshot } = seen;
  const { nodes: all, converged } = indexSnapshot(snapshot);
  const workers = [...all.values()].filter((node) => converged || isWorkerNode(node));
  if (workers.length === 0) return undefined;
  const eligible = workers.filter((node) => getEligibility(node) === 'eligible').length;
  const labelled = hasNfdLabels(snapshot) === true;
  const id = `${context}/eligibility`;
  const release = getInstalledRelease(snapshot);
  return explainedNode({
    id,
    label: l10n.t({
      message: 'Eligible',
      args: [],
      comment: ['The label of the row for the nodes that can run Kata, in the Clusters view. Keep it short.'],
    }),
    fullName: l10n.t`Node eligibility`,
    icon: 'checklist',
    explanation: explainAll(snapshot, eligible, workers.length),
    // The tooltip shows the full text.
    description: labelled
      ? doneOf(eligible, workers.length)
      : l10n.t({
          message: 'No labels',
          args: [],
          comment: [
            'Shown next to "Eligible" in the Clusters view if Node Feature Discovery hasn\'t labeled the nodes. Keep it short.',
          ],
        }),
    release,
    target: { context },
    // Without the labels, all rows would show the same state.
    ...(labelled
      ? {
          children: () =>
            createPagedNodes(seen, id, workers.toSorted(byName), (node) => eligibleNode(seen, node, release)),
        }
      : {}),
  });
}

/** Explains how many worker nodes are eligible, and problems of the rule and of the nodes. */
function explainAll(snapshot: Snapshot, eligible: number, workers: number): Explanation {
  const { kataConfig, converged } = indexSnapshot(snapshot);
  const asked = kataConfig?.checkNodeEligibility === true && !converged;
  const labelled = hasNfdLabels(snapshot) === true;
  const ineffective = eligible === 0 ? findIneffectiveRuleOf(snapshot) : undefined;
  const conflict = findTeeConflict(snapshot);
  const meaning = asked
    ? l10n.t`The KataConfig checks node eligibility, so Kata is installed only on nodes that Node Feature Discovery labels as eligible.`
    : [
        l10n.t`Shows whether nodes can run Kata, according to Node Feature Discovery.`,
        converged
          ? l10n.t`On a compact cluster, Kata is installed on all nodes, so eligibility has no effect.`
          : kataConfig === undefined
            ? l10n.t`Eligibility matters only if a KataConfig sets checkNodeEligibility to true.`
            : l10n.t`The KataConfig doesn't check node eligibility, so eligibility has no effect.`,
      ].join(getSentenceSeparator());
  const todos = [
    !asked
      ? undefined
      : (ineffective?.todo ??
        (labelled
          ? undefined
          : l10n.t`Make sure that the Node Feature Discovery Operator and a NodeFeatureDiscovery resource exist and are healthy, or set checkNodeEligibility to false.`)),
    conflict?.todo,
  ].filter((todo) => todo !== undefined);
  return {
    health: (asked && eligible === 0) || conflict !== undefined ? 'attention' : labelled ? 'ok' : 'unknown',
    ...(labelled ? {} : { missing: 'none' as const }),
    headline: labelled ? l10n.t`${eligible} of ${workers} eligible` : l10n.t`No Node Feature Discovery labels`,
    meaning: [meaning, ineffective?.meaning, conflict?.meaning]
      .filter((part) => part !== undefined)
      .join(getSentenceSeparator()),
    ...(todos.length === 0 ? {} : { todo: todos.join(getSentenceSeparator()) }),
    docs: nodeEligibility,
  };
}

function eligibleNode(seen: ClusterTreeInput, node: ClusterNode, release: string | undefined): TreeNode {
  const { snapshot } = seen;
  const explanation = explainEligibility(snapshot, node.name);
  const { row, shown } = rowOf(seen.context, node, explanation);
  const details = (): string =>
    describeNodeFeatures(snapshot, node)
      .map((line) => `- ${renderProse(line)}`)
      .join('\n');
  return {
    ...row,
    about: new LazyExplanation(node.name, () => ({ explanation: shown, details: details() }), release),
  };
}

/** A row with the values that it shows. */
interface KeptRow {
  readonly context: string;
  readonly explanation: Explanation;
  /** The explanation for the tooltip. */
  readonly shown: Explanation;
  readonly row: Pick<TreeNode, 'view' | 'word' | 'target'>;
}

/** Caches the last row of each node. Most rows are the same when one of thousands of nodes changes. */
const rows = new WeakMap<ClusterNode, KeptRow>();

function rowOf(context: string, node: ClusterNode, explanation: Explanation): KeptRow {
  const { uid, name } = node;
  const kept = rows.get(node);
  if (kept?.explanation === explanation && kept.context === context) return kept;
  // The answer is certain, so the row has no question mark, even if it has no effect on the KataConfig.
  const isCertain = explanation.health === 'unknown' && getEligibility(node) === 'notEligible';
  const shown: Explanation = isCertain ? { ...explanation, missing: 'none' } : explanation;
  const row = {
    ...explainedView({
      id: `${context}/eligible:${uid}`,
      label: name,
      explanation: shown,
      ...(isCertain ? { word: l10n.t`Not eligible`, labelHasState: true } : {}),
      context: ['osc-object', 'osc-named'],
    }),
    target: createNodeTarget({ context }, nodes, { name }),
  };
  const changed: KeptRow = { context, explanation, shown, row };
  rows.set(node, changed);
  return changed;
}

function byName(one: ClusterNode, other: ClusterNode): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}
