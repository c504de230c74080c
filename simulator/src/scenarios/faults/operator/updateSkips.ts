import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { installPlans } from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName, versions } from '#simulator/controllers/olm/bundle.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { subscribeWith, theCsv, untilSubscription, wrongInstall } from '../faultSteps.ts';

const [newest] = versions;
const before = formatCsvName('1.11.0');
const approve = { approve: { resource: installPlans, namespace: operatorNamespace } };

/** Scenario of an update in which OLM skips releases, because the newest one can replace the installed one. */
export const updateSkips: Scenario = wrongInstall(
  'update-skips',
  'Two workers with OSC 1.11 installed, OpenShift 4.22.1, manual approval. OLM updates directly to OSC 1.13.1.',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', openShift: '4.22.1' }, now),
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
    steps: [approve, { until: { ...theCsv, name: formatCsvName(newest), path: 'status.phase', is: 'Succeeded' } }],
  },
);
