import {
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { catalogSources } from '#simulator/controllers/framework/resourceNames.ts';
import { createCatalogSource as catalogueNamed, createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilSubscription, wrongInstall } from '../faultSteps.ts';

const catalogue = catalogueNamed('redhat-operators', 'Red Hat Operators');

/** Scenario without catalogs. Clusters without internet access are in this state until a mirror is set up. */
export const noCatalog: Scenario = wrongInstall(
  'install-no-catalogue',
  'Two workers, default OpenShift catalogs disabled. No catalog provides the operator.',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', catalogues: false }, now),
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribe(),
      untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable'),
    ],
    steps: [{ resource: catalogSources, create: catalogue }, untilInstalled],
  },
);
