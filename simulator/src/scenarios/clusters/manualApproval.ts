import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createNamespace, createOperatorGroup, subscribe, untilInstalled } from '../engine/commonSteps.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

const waiting = {
  resource: names.subscriptions,
  name: documentedSubscription.name,
  namespace: operatorNamespace,
  path: 'status.conditions.InstallPlanPending.reason',
  is: 'RequiresApproval',
};

/**
 * Nothing happens until somebody says yes. The name of the plan is not known before: whoever plays the steps approves
 * what there is.
 */
export const manualApproval: Scenario = {
  ...twoWorkers,
  name: 'manual-approval',
  summary: 'Two workers, the operator subscribed to with manual approval: its InstallPlan waits',
  prelude: [createNamespace, createOperatorGroup, subscribe('Manual'), { until: waiting }],
  steps: [{ approve: { resource: names.installPlans, namespace: operatorNamespace } }, untilInstalled],
};
