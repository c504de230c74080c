/**
 * Whether nodes can run kata, as Node Feature Discovery (NFD) says. Sources: domain/01-kataconfig.md 1.2; OSC 1.5
 * §2.1.2.
 */
import * as l10n from '@vscode/l10n';
import { nodeEligibility } from '#core/product/docSections.ts';
import { eligibleLabel, featurePrefix } from '#core/product/nodeLabels.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Explanation } from '../explanation.ts';
import { isEligible, isWorkerNode } from './nodeSelection.ts';
import { isKnown, indexSnapshot } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * `eligible`: NFD found what kata needs; `notEligible`: NFD looked, and did not; `notLooked`: NFD labelled nothing on
 * this node; `unknown`: no nodes can be seen.
 */
export type Eligibility = 'eligible' | 'notEligible' | 'notLooked' | 'unknown';

export function getEligibility(node: Pick<ClusterNode, 'labels'>): Eligibility {
  if (isEligible(node)) return 'eligible';
  return Object.keys(node.labels).some((label) => label.startsWith(featurePrefix)) ? 'notEligible' : 'notLooked';
}

/**
 * Whether NFD has labelled any node; undefined: no nodes can be seen. That it has not does not say whether it runs:
 * nobody has looked at its pods.
 */
export function hasNfdLabels(snapshot: Snapshot): boolean | undefined {
  if (!isKnown(snapshot, 'nodes')) return undefined;
  return [...indexSnapshot(snapshot).nodes.values()].some((node) => getEligibility(node) !== 'notLooked');
}

/** For one node. It matters only where `checkNodeEligibility` is on. */
export function explainEligibility(snapshot: Snapshot, nodeName: string): Explanation {
  const { nodes, kataConfig } = indexSnapshot(snapshot);
  const node = nodes.get(nodeName);
  const asked = kataConfig?.checkNodeEligibility === true;
  const docs = nodeEligibility;
  if (node === undefined)
    return { health: 'unknown', headline: l10n.t`Not known`, meaning: l10n.t`The node cannot be seen.`, docs };
  const label = `\`${eligibleLabel}=true\``;
  if (getEligibility(node) === 'eligible')
    return {
      health: 'ok',
      headline: l10n.t`Can run kata`,
      meaning: l10n.t`Node Feature Discovery has labelled the node ${label}.`,
      docs,
    };
  const health = asked && isWorkerNode(node) ? 'attention' : 'unknown';
  const consequence = asked
    ? l10n.t`The KataConfig checks eligibility: the node gets no kata.`
    : l10n.t`The KataConfig does not check eligibility: this changes nothing.`;
  const withConsequence = (sentence: string): string =>
    kataConfig === undefined ? sentence : `${sentence}${getSentenceSeparator()}${consequence}`;
  if (getEligibility(node) === 'notEligible') {
    return {
      health,
      headline: l10n.t`Not eligible`,
      meaning: withConsequence(l10n.t`Node Feature Discovery has looked at the node, and it has no label ${label}.`),
      ...(asked
        ? {
            todo: l10n.t`See that virtualization is switched on in its firmware, and that a rule of Node Feature Discovery sets the label.`,
          }
        : {}),
      docs,
    };
  }
  const labelled = hasNfdLabels(snapshot) === true;
  return {
    health,
    headline: labelled ? l10n.t`Not looked at` : l10n.t`No labels of Node Feature Discovery`,
    meaning: withConsequence(
      labelled
        ? l10n.t`Node Feature Discovery has labelled other nodes, and not this one.`
        : l10n.t`No node has a label of Node Feature Discovery.`,
    ),
    ...(asked
      ? {
          todo: l10n.t`See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.`,
        }
      : {}),
    docs,
  };
}
