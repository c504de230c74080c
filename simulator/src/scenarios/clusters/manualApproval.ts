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
 * Scenario in which the installation waits until the InstallPlan is approved. The name of the InstallPlan isn't known
 * in advance, so the step approves the one that exists.
 */
export const manualApproval: Scenario = {
  ...twoWorkers,
  name: 'manual-approval',
  summary: 'Two workers, subscription with manual approval. The install plan is waiting for approval.',
  prelude: [createNamespace, createOperatorGroup, subscribe('Manual'), { until: waiting }],
  steps: [{ approve: { resource: names.installPlans, namespace: operatorNamespace } }, untilInstalled],
};
