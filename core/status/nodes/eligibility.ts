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
    ? l10n.t`The KataConfig checks eligibility, so Kata isn't installed on the node.`
    : l10n.t`The KataConfig doesn't check eligibility, so the missing label has no effect.`;
  const withConsequence = (sentence: string): string =>
    kataConfig === undefined ? sentence : `${sentence}${getSentenceSeparator()}${consequence}`;
  if (getEligibility(node) === 'notEligible') {
    return {
      health,
      headline: l10n.t`Not eligible`,
      meaning: withConsequence(l10n.t`Node Feature Discovery checked the node but didn't add the label ${label}.`),
      ...(asked
        ? {
            todo: l10n.t`Make sure that virtualization is enabled in the firmware of the node and that a Node Feature Discovery rule sets the label.`,
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
