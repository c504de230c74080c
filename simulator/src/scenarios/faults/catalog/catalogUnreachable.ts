import {
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { catalogSources } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, untilSubscription, wrongInstall } from '../faultSteps.ts';

const catalogue = { resource: catalogSources, name: 'redhat-operators', namespace: 'openshift-marketplace' };

/** Scenario in which a catalog doesn't respond. A single such catalog prevents the resolution of all Subscriptions. */
export const catalogUnreachable: Scenario = wrongInstall(
  'install-catalogue-unreachable',
  "Two workers. The catalog is unreachable because the registry of its image doesn't exist.",
  {
    prelude: [
      { patch: catalogue, with: { spec: { image: 'registry.invalid/redhat/redhat-operator-index:v4.21' } } },
      settle,
      createNamespace,
      createOperatorGroup,
      subscribe(),
      untilSubscription('ResolutionFailed', 'ErrorPreventedResolution'),
    ],
    steps: [
      { patch: catalogue, with: { spec: { image: 'registry.redhat.io/redhat/redhat-operator-index:v4.21' } } },
      untilInstalled,
    ],
  },
);
