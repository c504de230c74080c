import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Scenario in which the InstallPlan fails. OLM doesn't retry it automatically. */
export const installPlanFails: Scenario = wrongInstall(
  'install-plan-fails',
  "Two workers. The install plan fails because an existing KataConfig doesn't match the new CRD.",
  {
    behaviour: {
      ...defaultBehaviour,
      // Worded as in OLM: pkg/controller/operators/catalog/step.go, operator.go (validateExistingCRs).
      installPlanFailure:
        'error validating existing CRs against new CRD\'s schema for "kataconfigs.kataconfiguration.openshift.io": error validating custom resource against new schema for KataConfig /example-kataconfig: [].spec.checkNodeEligibility: Required value',
    },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilSubscription('InstallPlanFailed', 'InstallComponentFailed')],
  },
);
