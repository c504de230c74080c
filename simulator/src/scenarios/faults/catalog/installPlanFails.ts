import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Nobody tries it again by himself. */
export const installPlanFails: Scenario = wrongInstall(
  'install-plan-fails',
  'Two workers, the InstallPlan fails: an older KataConfig does not fit the definition that it brings',
  {
    behaviour: {
      ...defaultBehaviour,
      // As OLM words it: pkg/controller/operators/catalog/step.go, operator.go (validateExistingCRs).
      installPlanFailure:
        'error validating existing CRs against new CRD\'s schema for "kataconfigs.kataconfiguration.openshift.io": error validating custom resource against new schema for KataConfig /example-kataconfig: [].spec.checkNodeEligibility: Required value',
    },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilSubscription('InstallPlanFailed', 'InstallComponentFailed')],
  },
);
