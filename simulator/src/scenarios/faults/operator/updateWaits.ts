import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { installPlans } from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { subscribeWith, theCsv, untilSubscription, wrongInstall } from '../faultSteps.ts';

const before = formatCsvName('1.11.0');
const approve = { approve: { resource: installPlans, namespace: operatorNamespace } };

/**
 * Scenario of an update that requires approval. OSC 1.12 requires a newer OpenShift version, so the check warns about
 * it and the update is blocked.
 */
export const updateWaits: Scenario = wrongInstall(
  'update-waits',
  'Two workers with OSC 1.11 installed, OpenShift 4.21.3, manual approval. The install plan for OSC 1.12 is waiting for approval.',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', openShift: '4.21.3' }, now),
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ installPlanApproval: 'Manual', startingCSV: before }),
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
      approve,
      { until: { ...theCsv, name: before, path: 'status.phase', is: 'Succeeded' } },
      { wait: 30_000 },
      createKataConfig(),
      untilDone,
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
    ],
    steps: [approve, untilInstalled],
  },
);
