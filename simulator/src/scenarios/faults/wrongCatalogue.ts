import { createNamespace, createOperatorGroup, untilInstalled } from '../actions.ts';
import type { Scenario } from '../scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from './parts.ts';

/** The package is in another catalogue. */
export const wrongCatalogue: Scenario = wrongInstall(
  'install-wrong-catalogue',
  'Two workers, the Subscription names a catalogue that does not have the package',
  {
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ source: 'certified-operators' }),
      untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable'),
    ],
    steps: [{ delete: theSubscription }, subscribeAgain, untilInstalled],
  },
);
