/** Which nodes can run kata, as a list to be read; and what can be done about it. Pure. */
import * as l10n from '@vscode/l10n';
import { nodes } from '#core/cluster/resources/node.ts';
import { eligibilityOf, nfdHasLabelled, type Eligibility } from '#core/status/nodes/eligibility.ts';
import { isLabelled, isWorker } from '#core/status/nodes/nodeSelection.ts';
import { isKnown, itemsOf, surroundingsOf } from '#core/status/snapshotIndex.ts';
import { knownFact, type Situation } from '#core/operations/observedCluster.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import type { Step } from '#client/vscode/prompts/askSteps.ts';

export type EligibilityAnswer = 'nfd' | 'labels' | 'check' | 'read';

const words: Readonly<Record<Eligibility, string>> = {
  eligible: l10n.t`can run kata`,
  notEligible: l10n.t`Node Feature Discovery looked, and it cannot`,
  notLooked: l10n.t`nobody has looked`,
  unknown: l10n.t`not known`,
};
const icons: Readonly<Record<Eligibility, string>> = { eligible: 'pass', notEligible: 'circle-slash', notLooked: 'question', unknown: 'question' };

/** @param readOnly nothing may be changed: the list alone */
export function eligibilityQuestion(situation: Situation, readOnly: boolean): Step<EligibilityAnswer> {
  const { snapshot } = situation;
  if (!isKnown(snapshot, 'nodes')) {
    return {
      placeHolder: l10n.t`Nodes cannot be seen, which is needed to show ${nodes.neededFor}.`,
      always: true,
      items: [{ label: l10n.t({ message: 'Close', args: [], comment: ['A verb: closes this list.'] }), value: 'read' }],
    };
  }
  const { kataConfig, converged } = surroundingsOf(snapshot);
  const workers = itemsOf(snapshot, 'nodes')
    .filter((node) => converged || isWorker(node))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const eligible = workers.filter((node) => eligibilityOf(node) === 'eligible').length;
  const count = eligibleWords(eligible, workers.length, kataConfig?.checkNodeEligibility);
  return {
    placeHolder: readOnly ? `${count}. ${l10n.t`osc.readOnly: nothing can be changed`}` : count,
    always: true,
    items: [
      ...(readOnly ? [] : offers(situation, eligible)),
      ...workers.map((node) => {
        const state = eligibilityOf(node);
        return {
          icon: icons[state],
          label: node.name,
          description: [words[state], ...(isLabelled(node) ? [l10n.t`has kata`] : [])].join(' · '),
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

function offers(situation: Situation, eligible: number): Step<EligibilityAnswer>['items'] {
  const { snapshot } = situation;
  const { kataConfig } = surroundingsOf(snapshot);
  const nfd = knownFact(situation, 'nodeFeatureDiscovery');
  const looks = nfd?.found.some(({ forKata }) => forKata) === true;
  const check =
    kataConfig === undefined || kataConfig.checkNodeEligibility || kataConfig.enablePeerPods || eligible === 0
      ? []
      : [
          {
            icon: 'checklist',
            label: l10n.t`Have Kata on Eligible Nodes Alone...`,
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
              : nfdHasLabelled(snapshot) === true
                ? l10n.t`Creates a NodeFeatureDiscovery with the rule for kata; other rules of it run already.`
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
