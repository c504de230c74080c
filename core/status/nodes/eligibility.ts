/**
 * Determines whether nodes can run Kata, according to Node Feature Discovery (NFD). Sources: domain/01-kataconfig.md
 * 1.2; OSC 1.5 §2.1.2.
 */
import * as l10n from '@vscode/l10n';
import { nodeEligibility as docs } from '#core/product/docSections.ts';
import { ignoresMatchOn } from '#core/product/nodeFeatureRules.ts';
import { eligibleLabel, featurePrefix } from '#core/product/nodeLabels.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Explanation } from '../explanation.ts';
import { findIneffectiveRuleOf, getOpenShiftVersion } from './ineffectiveRule.ts';
import { hasAllFeatures, listMissingFeatures, readNodeFeatures, type NodeFeatureEvidence } from './nodeFeatures.ts';
import { describeMissingFeatures } from './nodeFeatureText.ts';
import type { NodeContext } from './nodeContext.ts';
import { isEligible, isWorkerNode } from './nodeSelection.ts';
import { reusingState } from './reuse/reusedState.ts';
import { isKnown, indexSnapshot } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';

/**
 * `eligible`: NFD detected the required features. `notEligible`: NFD checked the node but didn't detect them.
 * `notLooked`: NFD added no labels to the node. `unknown`: nodes can't be read.
 */
export type Eligibility = 'eligible' | 'notEligible' | 'notLooked' | 'unknown';

export function getEligibility(node: Pick<ClusterNode, 'labels' | 'hasFeatureDiscovery'>): Eligibility {
  const known = eligibilities.get(node);
  if (known !== undefined) return known;
  const isChecked = (): boolean =>
    node.hasFeatureDiscovery === true || Object.keys(node.labels).some((label) => label.startsWith(featurePrefix));
  const eligibility = isEligible(node) ? 'eligible' : isChecked() ? 'notEligible' : 'notLooked';
  eligibilities.set(node, eligibility);
  return eligibility;
}

/** Caches the eligibility of each node, which depends only on the node. */
const eligibilities = new WeakMap<object, Eligibility>();

/**
 * Returns whether NFD has labeled any node, or undefined if nodes can't be read. A result of false doesn't mean that
 * NFD isn't running, because its pods aren't checked.
 */
export function hasNfdLabels(snapshot: Snapshot): boolean | undefined {
  if (!isKnown(snapshot, 'nodes')) return undefined;
  const { items } = snapshot.nodes;
  const known = nfdLabels.get(items);
  if (known !== undefined) return known;
  let hasLabels = false;
  for (const node of items.values()) hasLabels ||= getEligibility(node) !== 'notLooked';
  nfdLabels.set(items, hasLabels);
  return hasLabels;
}

/** Caches whether any node has a label of NFD, by the node list of a snapshot, because every row needs it. */
const nfdLabels = new WeakMap<Snapshot['nodes']['items'], boolean>();

/** Explains the eligibility of a node, which matters only if `checkNodeEligibility` is true. */
export function explainEligibility(snapshot: Snapshot, nodeName: string): Explanation {
  const node = indexSnapshot(snapshot).nodes.get(nodeName);
  if (node === undefined)
    return { health: 'unknown', headline: l10n.t`Unknown`, meaning: l10n.t`No data for this node.`, docs };
  return reusedExplanation({ snapshot, node, now: 0, history: emptyHistory });
}

const reusedExplanation = /* @__PURE__ */ reusingState(explainKnown);

function explainKnown({ snapshot, index, node }: NodeContext): Explanation {
  const { kataConfig, converged } = index;
  const eligibility = getEligibility(node);
  if (eligibility === 'eligible') return explainEligible(snapshot, node);
  const asked = kataConfig?.checkNodeEligibility === true && !converged;
  const consequence = asked
    ? l10n.t`checkNodeEligibility is true in the KataConfig, so Kata isn't installed on the node.`
    : converged
      ? l10n.t`On a compact cluster, Kata is installed on all nodes, so eligibility has no effect.`
      : l10n.t`checkNodeEligibility isn't true in the KataConfig, so the missing label has no effect.`;
  const { headline, meaning, todo } =
    eligibility === 'notEligible' ? explainNotEligible(snapshot, node) : explainNotLooked(snapshot);
  return {
    health: asked && isWorkerNode(node) ? 'attention' : 'unknown',
    headline,
    meaning: kataConfig === undefined ? meaning : `${meaning}${getSentenceSeparator()}${consequence}`,
    ...(asked && todo !== undefined ? { todo } : {}),
    docs,
  };
}

type Reason = Pick<Explanation, 'headline' | 'meaning' | 'todo'>;

const label = `\`${eligibleLabel}=true\``;

/** Explains an eligible node. Users can set the label manually, so the node can lack a required feature. */
function explainEligible(snapshot: Snapshot, node: ClusterNode): Explanation {
  const missing = listMissingFeatures(readNodeFeatures(snapshot, node));
  const isManual = node.hasFeatureDiscovery !== true;
  return {
    health: missing.length > 0 ? 'attention' : 'ok',
    headline: l10n.t`Eligible for Kata`,
    meaning: [
      isManual
        ? l10n.t`The node has the label ${label}, but no other label of Node Feature Discovery. A user set the label, or it's left over.`
        : node.isEligibleLabelManual === true
          ? l10n.t`The node has the label ${label}, but Node Feature Discovery doesn't list it among its labels. A user set the label, or it's left over.`
          : l10n.t`Node Feature Discovery added the label ${label} to the node.`,
      ...(missing.length > 0
        ? [l10n.t`The node has the label, but it lacks ${formatNames(missing)}, so Kata pods might not start on it.`]
        : []),
    ].join(getSentenceSeparator()),
    docs,
  };
}

/** Explains why Node Feature Discovery didn't label a node: a missing feature, or a rule without effect. */
function explainNotEligible(snapshot: Snapshot, node: ClusterNode): Reason {
  const features = readNodeFeatures(snapshot, node);
  const ineffective = findIneffectiveRuleOf(snapshot);
  const checked = l10n.t`Node Feature Discovery checked the node but didn't add the label ${label}.`;
  const missing = describeMissingFeatures(features);
  if (missing !== undefined) {
    const todos = [explainMissingTodo(features), ineffective?.todo].filter((todo) => todo !== undefined);
    return {
      headline: missing,
      meaning: [checked, ...(ineffective === undefined ? [] : [ineffective.meaning])].join(getSentenceSeparator()),
      ...(todos.length === 0 ? {} : { todo: todos.join(getSentenceSeparator()) }),
    };
  }
  if (ineffective !== undefined)
    return {
      headline: l10n.t`Not eligible: rule without effect`,
      meaning: ineffective.meaning,
      todo: ineffective.todo,
    };
  if (hasAllFeatures(features))
    return {
      headline: l10n.t`Not eligible: no rule`,
      meaning: l10n.t`The node has all required features, but no Node Feature Discovery rule sets the label ${label}.`,
      todo: l10n.t('To create a rule, run Set Up Node Eligibility Check.'),
    };
  return {
    headline: l10n.t`Not eligible`,
    meaning: checked,
    todo:
      ignoresMatchOn(getOpenShiftVersion(snapshot)) === true
        ? l10n.t`Make sure that a Node Feature Discovery rule sets the label and doesn't use ${'matchOn'}, which OpenShift 4.15 and later ignore. Then make sure that virtualization is enabled in the node's firmware.`
        : l10n.t`Make sure that virtualization is enabled in the node's firmware and that a Node Feature Discovery rule sets the label.`,
  };
}

/** Returns what to do about missing features. A CPU without SSE4 can't be changed. */
function explainMissingTodo(features: NodeFeatureEvidence): string | undefined {
  if (features.nesting.kind === 'disabled')
    return l10n.t`The node is a VM. Enable nested virtualization for the VM, or use a node that isn't a VM.`;
  return listMissingFeatures(features).every((name) => name === 'SSE4')
    ? undefined
    : l10n.t`Make sure that hardware virtualization is enabled in the node firmware.`;
}

function explainNotLooked(snapshot: Snapshot): Reason {
  const labelled = hasNfdLabels(snapshot) === true;
  const ineffective = findIneffectiveRuleOf(snapshot);
  if (ineffective !== undefined) {
    const { headline, meaning, todo } = ineffective;
    return { headline, meaning, todo };
  }
  return {
    headline: labelled ? l10n.t`Not checked` : l10n.t`No Node Feature Discovery labels`,
    meaning: labelled
      ? l10n.t`Node Feature Discovery labeled other nodes but not this one.`
      : l10n.t`No node has a Node Feature Discovery label.`,
    todo: l10n.t`Make sure that the Node Feature Discovery Operator and a NodeFeatureDiscovery resource exist and are healthy, or set checkNodeEligibility to false.`,
  };
}
