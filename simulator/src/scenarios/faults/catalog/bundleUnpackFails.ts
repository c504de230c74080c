import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilSubscription, wrongInstall } from '../faultSteps.ts';

/** A registry that may not be reached, or asks for credentials. */
export const bundleUnpackFails: Scenario = wrongInstall(
  'install-bundle-unpack-fails',
  'Two workers, the bundle of the operator cannot be fetched: after ten minutes OLM gives up',
  {
    behaviour: { ...defaultBehaviour, bundle: 'failsToUnpack' },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [
      untilSubscription('BundleUnpacking', 'UnpackingInProgress'),
      untilSubscription('BundleUnpackFailed', 'BundleUnpackFailed'),
    ],
  },
);
