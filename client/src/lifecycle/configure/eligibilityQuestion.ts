/** Which nodes can run kata, as a list to be read; and what can be done about it. Pure. */
import { nodes } from '../../../../core/live/kinds/node.ts';
import { eligibilityOf, nfdHasLabelled, type Eligibility } from '../../../../core/live/status/eligibility.ts';
import { isLabelled, isWorker } from '../../../../core/live/status/selects.ts';
import { isKnown, itemsOf, surroundingsOf } from '../../../../core/live/status/surroundings.ts';
import { knownFact, type Situation } from '../../../../core/lifecycle/situation.ts';
import { eligibleLabel } from '../../../../core/nodeLabels.ts';
import type { Step } from '../../steps.ts';

export type EligibilityAnswer = 'nfd' | 'labels' | 'check' | 'read';

const words: Readonly<Record<Eligibility, string>> = {
  eligible: 'can run kata',
  notEligible: 'Node Feature Discovery looked, and it cannot',
  notLooked: 'nobody has looked',
  unknown: 'not known',
};
const icons: Readonly<Record<Eligibility, string>> = { eligible: 'pass', notEligible: 'circle-slash', notLooked: 'question', unknown: 'question' };

/** @param readOnly nothing may be changed: the list alone */
export function eligibilityQuestion(situation: Situation, readOnly: boolean): Step<EligibilityAnswer> {
  const { snapshot } = situation;
  if (!isKnown(snapshot, 'nodes')) {
    return { placeHolder: `Nodes cannot be seen, which is needed to show ${nodes.neededFor}.`, always: true, items: [{ label: 'Close', value: 'read' }] };
  }
  const { kataConfig, converged } = surroundingsOf(snapshot);
  const workers = itemsOf(snapshot, 'nodes')
    .filter((node) => converged || isWorker(node))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const eligible = workers.filter((node) => eligibilityOf(node) === 'eligible').length;
  const asked = kataConfig?.checkNodeEligibility === true ? 'the KataConfig asks for it' : 'the KataConfig does not ask for it';
  return {
    placeHolder: `${eligible} of ${workers.length} workers eligible${kataConfig === undefined ? '' : `; ${asked}`}${readOnly ? '. osc.readOnly: nothing can be changed' : ''}`,
    always: true,
    items: [
      ...(readOnly ? [] : offers(situation, eligible)),
      ...workers.map((node) => {
        const state = eligibilityOf(node);
        return { label: `$(${icons[state]}) ${node.name}`, description: `${words[state]}${isLabelled(node) ? ' · has kata' : ''}`, value: 'read' as const };
      }),
    ],
  };
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
            label: '$(checklist) Have Kata on Eligible Nodes Alone...',
            detail: 'Sets checkNodeEligibility; nodes that lose kata reboot.',
            value: 'check' as const,
          },
        ];
  const find = looks
    ? []
    : [
        {
          label: '$(search) Find Them with Node Feature Discovery...',
          detail:
            nfd?.operator === false
              ? 'Its operator is not installed: that comes first.'
              : `Creates a NodeFeatureDiscovery with the rule for kata${nfdHasLabelled(snapshot) === true ? '; other rules of it run already' : ''}.`,
          value: 'nfd' as const,
        },
      ];
  return [
    ...find,
    { label: '$(tag) Label Nodes by Hand...', detail: `${eligibleLabel}=true, for nodes that you know can run kata.`, value: 'labels' as const },
    ...check,
  ];
}
