import { createNamespace, createOperatorGroup, untilInstalled } from '../actions.ts';
import type { Scenario } from '../scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from './parts.ts';

/** A channel for release candidates, which there once was. */
export const wrongChannel: Scenario = wrongInstall('install-wrong-channel', 'Two workers, the Subscription names a channel that the package does not have', {
  prelude: [createNamespace, createOperatorGroup, subscribeWith({ channel: 'candidate' }), untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable')],
  steps: [{ delete: theSubscription }, subscribeAgain, untilInstalled],
});
