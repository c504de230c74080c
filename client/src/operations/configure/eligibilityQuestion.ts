/** Lists the nodes that can run Kata, with actions to change their eligibility. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { getEligibility, hasNfdLabels, type Eligibility } from '#core/status/nodes/eligibility.ts';
import { getOpenShiftVersion, hasEffectiveRule } from '#core/status/nodes/ineffectiveRule.ts';
import { readNodeFeatures } from '#core/status/nodes/nodeFeatures.ts';
import { describeMissingFeatures } from '#core/status/nodes/nodeFeatureText.ts';
import { hasKataRole, isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { isKnown, listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import type { PickStep } from '#client/vscode/prompts/askSteps.ts';
import type { Message } from '#core/text/message.ts';

export type EligibilityChoice = 'nfd' | 'labels' | 'check' | 'read';

const words: Readonly<Record<Eligibility, Message>> = {
  eligible: () => l10n.t`Eligible`,
  notEligible: () => l10n.t`Not eligible (Node Feature Discovery)`,
  notLooked: () => l10n.t`Not checked`,
  unknown: () => l10n.t`Unknown`,
};
const icons: Readonly<Record<Eligibility, string>> = {
  eligible: 'pass',
  notEligible: 'circle-slash',
  notLooked: 'question',
  unknown: 'question',
};

/**
 * Creates the list.
 * @param readOnly true to omit the actions, because changes aren't allowed
 */
export function eligibilityQuestion(situation: ObservedCluster, readOnly: boolean): PickStep<EligibilityChoice> {
  const { snapshot } = situation;
  if (!isKnown(snapshot, 'nodes')) {
    return {
      placeHolder: l10n.t`Can't list nodes, so their eligibility is unknown.`,
      always: true,
      items: [{ label: l10n.t`Close`, value: 'read' }],
    };
  }
  const { kataConfig, converged } = indexSnapshot(snapshot);
  const workers = listItems(snapshot, 'nodes')
    .filter((node) => converged || isWorkerNode(node))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const eligible = workers.filter((node) => getEligibility(node) === 'eligible').length;
  const count = eligibleWords(eligible, workers.length, kataConfig?.checkNodeEligibility);
  return {
    placeHolder: readOnly ? `${count} · ${l10n.t`Read-only (osc.readOnly)`}` : count,
    always: true,
    items: [
      ...(readOnly ? [] : offers(situation, eligible)),
      ...workers.map((node) => {
        const state = getEligibility(node);
        return {
          icon: icons[state],
          label: node.name,
          description: [describeState(snapshot, node), ...(hasKataRole(node) ? [l10n.t`Kata node`] : [])].join(' · '),
          value: 'read' as const,
        };
      }),
    ],
  };
}

/** Describes the eligibility of a node in a few words, with missing features if they're known. */
function describeState(snapshot: Snapshot, node: ClusterNode): string {
  const state = getEligibility(node);
  const missing = state === 'notEligible' ? describeMissingFeatures(readNodeFeatures(snapshot, node)) : undefined;
  return missing ?? words[state]();
}

/**
 * Describes the number of eligible nodes.
 * @param asked whether the KataConfig requires eligibility; undefined if there is no KataConfig
 */
function eligibleWords(eligible: number, all: number, asked: boolean | undefined): string {
  const count = l10n.t`${eligible} of ${all} worker nodes eligible`;
  return asked === undefined ? count : `${count} · checkNodeEligibility: ${asked}`;
}

function offers(situation: ObservedCluster, eligible: number): PickStep<EligibilityChoice>['items'] {
  const { snapshot } = situation;
  const { kataConfig } = indexSnapshot(snapshot);
  const nfd = getLookupValue(situation, 'nodeFeatureDiscovery');
  const looks = nfd !== undefined && hasEffectiveRule(nfd, getOpenShiftVersion(snapshot));
  const check =
    kataConfig === undefined || kataConfig.checkNodeEligibility || kataConfig.enablePeerPods || eligible === 0
      ? []
      : [
          {
            icon: 'checklist',
            label: l10n.t`Limit Kata to Eligible Nodes...`,
            detail: l10n.t`Sets checkNodeEligibility to true. Kata is uninstalled from nodes that aren't eligible, and those nodes reboot.`,
            value: 'check' as const,
          },
        ];
  const find = looks
    ? []
    : [
        {
          icon: 'search',
          label: l10n.t`Detect with Node Feature Discovery...`,
          detail:
            nfd?.operator === false
              ? l10n.t`Requires the Node Feature Discovery Operator, which isn't installed.`
              : (nfd?.found.length ?? 0) > 0
                ? l10n.t`Creates a NodeFeatureRule for Kata in the namespace of the existing NodeFeatureDiscovery.`
                : hasNfdLabels(snapshot) === true
                  ? l10n.t`Creates a NodeFeatureDiscovery resource with the Kata rule. Some nodes already have Node Feature Discovery labels.`
                  : l10n.t`Creates a NodeFeatureDiscovery resource with the Kata rule.`,
          value: 'nfd' as const,
        },
      ];
  return [
    ...find,
    {
      icon: 'tag',
      label: l10n.t`Label Nodes Manually...`,
      detail: l10n.t`Adds the label ${eligibleLabel}=true to the nodes that you select. Select only nodes that can run Kata.`,
      value: 'labels' as const,
    },
    ...check,
  ];
}
