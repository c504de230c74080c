/**
 * Determines whether nodes can run Kata, according to Node Feature Discovery (NFD). Sources: domain/01-kataconfig.md
 * 1.2; OSC 1.5 §2.1.2.
 */
import * as l10n from '@vscode/l10n';
import { nodeEligibility } from '#core/product/docSections.ts';
import { ignoresMatchOn } from '#core/product/nodeFeatureRules.ts';
import { eligibleLabel, featurePrefix } from '#core/product/nodeLabels.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Explanation } from '../explanation.ts';
import { getOpenShiftVersion } from './ineffectiveRule.ts';
import { isEligible, isWorkerNode } from './nodeSelection.ts';
import { isKnown, indexSnapshot } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * `eligible`: NFD detected the required features. `notEligible`: NFD checked the node but didn't detect them.
 * `notLooked`: NFD added no labels to the node. `unknown`: nodes can't be read.
 */
export type Eligibility = 'eligible' | 'notEligible' | 'notLooked' | 'unknown';

export function getEligibility(node: Pick<ClusterNode, 'labels'>): Eligibility {
  if (isEligible(node)) return 'eligible';
  return Object.keys(node.labels).some((label) => label.startsWith(featurePrefix)) ? 'notEligible' : 'notLooked';
}

/**
 * Returns whether NFD has labeled any node, or undefined if nodes can't be read. A result of false doesn't mean that
 * NFD isn't running, because its pods aren't checked.
 */
export function hasNfdLabels(snapshot: Snapshot): boolean | undefined {
  if (!isKnown(snapshot, 'nodes')) return undefined;
  return [...indexSnapshot(snapshot).nodes.values()].some((node) => getEligibility(node) !== 'notLooked');
}

/** Explains the eligibility of a node, which matters only if `checkNodeEligibility` is true. */
export function explainEligibility(snapshot: Snapshot, nodeName: string): Explanation {
  const { nodes, kataConfig, converged } = indexSnapshot(snapshot);
  const node = nodes.get(nodeName);
  const asked = kataConfig?.checkNodeEligibility === true && !converged;
  const docs = nodeEligibility;
  if (node === undefined)
    return { health: 'unknown', headline: l10n.t`Unknown`, meaning: l10n.t`No data for this node.`, docs };
  const label = `\`${eligibleLabel}=true\``;
  if (getEligibility(node) === 'eligible')
    return {
      health: 'ok',
      headline: l10n.t`Eligible for Kata`,
      meaning: l10n.t`Node Feature Discovery added the label ${label} to the node.`,
      docs,
    };
  const health = asked && isWorkerNode(node) ? 'attention' : 'unknown';
  const consequence = asked
    ? l10n.t`checkNodeEligibility is true in the KataConfig, so Kata isn't installed on the node.`
    : converged
      ? l10n.t`On a compact cluster, Kata is installed on all nodes, so eligibility has no effect.`
      : l10n.t`checkNodeEligibility isn't true in the KataConfig, so the missing label has no effect.`;
  const withConsequence = (sentence: string): string =>
    kataConfig === undefined ? sentence : `${sentence}${getSentenceSeparator()}${consequence}`;
  if (getEligibility(node) === 'notEligible') {
    return {
      health,
      headline: l10n.t`Not eligible`,
      meaning: withConsequence(l10n.t`Node Feature Discovery checked the node but didn't add the label ${label}.`),
      ...(asked
        ? {
            todo:
              ignoresMatchOn(getOpenShiftVersion(snapshot)) === true
                ? l10n.t`Make sure that a Node Feature Discovery rule sets the label and doesn't use ${'matchOn'}, which OpenShift 4.15 and later ignore. Then make sure that virtualization is enabled in the node's firmware.`
                : l10n.t`Make sure that virtualization is enabled in the node's firmware and that a Node Feature Discovery rule sets the label.`,
          }
        : {}),
      docs,
    };
  }
  const labelled = hasNfdLabels(snapshot) === true;
  return {
    health,
    headline: labelled ? l10n.t`Not checked` : l10n.t`No Node Feature Discovery labels`,
    meaning: withConsequence(
      labelled
        ? l10n.t`Node Feature Discovery labeled other nodes but not this one.`
        : l10n.t`No node has a Node Feature Discovery label.`,
    ),
    ...(asked
      ? {
          todo: l10n.t`Make sure that the Node Feature Discovery Operator and a NodeFeatureDiscovery resource exist and are healthy, or set checkNodeEligibility to false.`,
        }
      : {}),
    docs,
  };
}
