/** The steps that scenarios of an update from OSC 1.11 share. */
import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { installPlans } from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeWith, theCsv, untilSubscription } from '../faultSteps.ts';

const before = formatCsvName('1.11.0');

/** Approves the pending install plan. */
export const approvePlan: ScenarioStep = { approve: { resource: installPlans, namespace: operatorNamespace } };

/** Installs OSC 1.11 and Kata with manual approval, until OLM has created the install plan of an update. */
export const untilUpdatePending: readonly ScenarioStep[] = [
  createNamespace,
  createOperatorGroup,
  subscribeWith({ installPlanApproval: 'Manual', startingCSV: before }),
  untilSubscription('InstallPlanPending', 'RequiresApproval'),
  approvePlan,
  { until: { ...theCsv, name: before, path: 'status.phase', is: 'Succeeded' } },
  { wait: 30_000 },
  createKataConfig(),
  untilDone,
  untilSubscription('InstallPlanPending', 'RequiresApproval'),
];
