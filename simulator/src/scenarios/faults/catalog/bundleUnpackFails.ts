import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilSubscription, wrongInstall } from '../faultSteps.ts';

/**
 * Scenario in which OLM can't pull the operator bundle, because the registry can't be reached or requires credentials.
 */
export const bundleUnpackFails: Scenario = wrongInstall(
  'install-bundle-unpack-fails',
  "Two workers. The operator bundle can't be pulled, and OLM fails after 10 minutes.",
  {
    behaviour: { ...defaultBehaviour, bundle: 'failsToUnpack' },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [
      untilSubscription('BundleUnpacking', 'UnpackingInProgress'),
      untilSubscription('BundleUnpackFailed', 'BundleUnpackFailed'),
    ],
  },
);
