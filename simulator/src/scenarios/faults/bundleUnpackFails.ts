import { createNamespace, createOperatorGroup, subscribe } from '../actions.ts';
import { quickCluster } from '#simulator/controllers/behaviour.ts';
import type { Scenario } from '../scenario.ts';
import { untilSubscription, wrongInstall } from './parts.ts';

/** A registry that may not be reached, or asks for credentials. */
export const bundleUnpackFails: Scenario = wrongInstall(
  'install-bundle-unpack-fails',
  'Two workers, the bundle of the operator cannot be fetched: after ten minutes OLM gives up',
  {
    behaviour: { ...quickCluster, bundle: 'failsToUnpack' },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilSubscription('BundleUnpacking', 'UnpackingInProgress'), untilSubscription('BundleUnpackFailed', 'BundleUnpackFailed')],
  },
);
