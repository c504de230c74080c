/** Which nodes can run kata, as a list to be read; and what can be done about it. Pure. */
import * as l10n from '@vscode/l10n';
import { nodes } from '#core/cluster/watchedKinds/node.ts';
import { getEligibility, hasNfdLabels, type Eligibility } from '#core/status/nodes/eligibility.ts';
import { hasKataRole, isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { isKnown, listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import type { PickStep } from '#client/vscode/prompts/askSteps.ts';
import type { Message } from '#core/text/message.ts';

export type EligibilityAnswer = 'nfd' | 'labels' | 'check' | 'read';

const words: Readonly<Record<Eligibility, Message>> = {
  eligible: () => l10n.t`can run kata`,
  notEligible: () => l10n.t`Node Feature Discovery looked, and it cannot`,
  notLooked: () => l10n.t`nobody has looked`,
  unknown: () => l10n.t`not known`,
};
const icons: Readonly<Record<Eligibility, string>> = {
  eligible: 'pass',
  notEligible: 'circle-slash',
  notLooked: 'question',
  unknown: 'question',
};

/** @param readOnly nothing may be changed: the list alone */
export function eligibilityQuestion(situation: ObservedCluster, readOnly: boolean): PickStep<EligibilityAnswer> {
  const { snapshot } = situation;
  if (!isKnown(snapshot, 'nodes')) {
    return {
      placeHolder: l10n.t`Nodes cannot be seen, which is needed to show ${nodes.neededFor()}.`,
      always: true,
      items: [{ label: l10n.t({ message: 'Close', args: [], comment: ['A verb: closes this list.'] }), value: 'read' }],
    };
  }
  const { kataConfig, converged } = indexSnapshot(snapshot);
  const workers = listItems(snapshot, 'nodes')
    .filter((node) => converged || isWorkerNode(node))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const eligible = workers.filter((node) => getEligibility(node) === 'eligible').length;
  const count = eligibleWords(eligible, workers.length, kataConfig?.checkNodeEligibility);
  return {
    placeHolder: readOnly ? `${count}. ${l10n.t`osc.readOnly: nothing can be changed`}` : count,
    always: true,
    items: [
      ...(readOnly ? [] : offers(situation, eligible)),
      ...workers.map((node) => {
        const state = getEligibility(node);
        return {
          icon: icons[state],
          label: node.name,
          description: [words[state](), ...(hasKataRole(node) ? [l10n.t`has kata`] : [])].join(' · '),
          value: 'read' as const,
        };
      }),
    ],
  };
}

/** @param asked whether the KataConfig asks for it; undefined: there is none */
function eligibleWords(eligible: number, all: number, asked: boolean | undefined): string {
  if (asked === undefined) return l10n.t`${eligible} of ${all} workers eligible`;
  return asked
    ? l10n.t`${eligible} of ${all} workers eligible; the KataConfig asks for it`
    : l10n.t`${eligible} of ${all} workers eligible; the KataConfig does not ask for it`;
}

function offers(situation: ObservedCluster, eligible: number): PickStep<EligibilityAnswer>['items'] {
  const { snapshot } = situation;
  const { kataConfig } = indexSnapshot(snapshot);
  const nfd = getLookupValue(situation, 'nodeFeatureDiscovery');
  const looks = nfd?.found.some(({ forKata }) => forKata) === true;
  const check =
    kataConfig === undefined || kataConfig.checkNodeEligibility || kataConfig.enablePeerPods || eligible === 0
      ? []
      : [
          {
            icon: 'checklist',
            label: l10n.t`Limit Kata to Eligible Nodes...`,
            detail: l10n.t`Sets checkNodeEligibility; nodes that lose kata reboot.`,
            value: 'check' as const,
          },
        ];
  const find = looks
    ? []
    : [
        {
          icon: 'search',
          label: l10n.t`Find Them with Node Feature Discovery...`,
          detail:
            nfd?.operator === false
              ? l10n.t`Its operator is not installed: that comes first.`
              : hasNfdLabels(snapshot) === true
                ? l10n.t`Creates a NodeFeatureDiscovery resource with the Kata rule. Other Node Feature Discovery rules are already active.`
                : l10n.t`Creates a NodeFeatureDiscovery with the rule for kata.`,
          value: 'nfd' as const,
        },
      ];
  return [
    ...find,
    {
      icon: 'tag',
      label: l10n.t`Label Nodes by Hand...`,
      detail: l10n.t`${eligibleLabel}=true, for nodes that you know can run kata.`,
      value: 'labels' as const,
    },
    ...check,
  ];
}
