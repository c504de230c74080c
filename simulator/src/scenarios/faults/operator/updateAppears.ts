import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { catalogSources } from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, subscribeWith, theCsv, wrongInstall } from '../faultSteps.ts';

const catalogue = { resource: catalogSources, name: 'redhat-operators', namespace: 'openshift-marketplace' };
const image = (tag: string): string => `registry.redhat.io/redhat/redhat-operator-index:${tag}`;

/** Scenario in which an update of the cluster provides a newer catalog. */
export const updateAppears: Scenario = wrongInstall(
  'update-appears',
  'Two workers with OSC 1.11 installed, the latest release in the 4.20 catalog. The 4.21 catalog provides OSC 1.12.',
  {
    prelude: [
      { patch: catalogue, with: { spec: { image: image('v4.20') } } },
      settle,
      createNamespace,
      createOperatorGroup,
      subscribeWith({}),
      { until: { ...theCsv, name: formatCsvName('1.11.0'), path: 'status.phase', is: 'Succeeded' } },
      { wait: 30_000 },
      createKataConfig(),
      untilDone,
    ],
    steps: [{ patch: catalogue, with: { spec: { image: image('v4.21') } } }, untilInstalled],
  },
);
