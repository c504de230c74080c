import { createNamespace, createOperatorGroup, subscribe, untilInstalled } from '../actions.ts';
import { catalogSources } from '#simulator/controllers/names.ts';
import type { Scenario } from '../scenario.ts';
import { settle, untilSubscription, wrongInstall } from './parts.ts';

const catalogue = { resource: catalogSources, name: 'redhat-operators', namespace: 'openshift-marketplace' };

/** One catalogue that does not answer stops the resolution of all. */
export const catalogueUnreachable: Scenario = wrongInstall(
  'install-catalogue-unreachable',
  'Two workers, the catalogue cannot be reached: its image is in a registry that is not there',
  {
    prelude: [
      { patch: catalogue, with: { spec: { image: 'registry.invalid/redhat/redhat-operator-index:v4.21' } } },
      settle,
      createNamespace,
      createOperatorGroup,
      subscribe(),
      untilSubscription('ResolutionFailed', 'ErrorPreventedResolution'),
    ],
    steps: [{ patch: catalogue, with: { spec: { image: 'registry.redhat.io/redhat/redhat-operator-index:v4.21' } } }, untilInstalled],
  },
);
