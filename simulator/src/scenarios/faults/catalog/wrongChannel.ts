import { createNamespace, createOperatorGroup, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Scenario in which the Subscription refers to a former channel for release candidates. */
export const wrongChannel: Scenario = wrongInstall(
  'install-wrong-channel',
  "Two workers. The subscription names a channel that the package doesn't have.",
  {
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ channel: 'candidate' }),
      untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable'),
    ],
    steps: [{ delete: theSubscription }, subscribeAgain, untilInstalled],
  },
);
