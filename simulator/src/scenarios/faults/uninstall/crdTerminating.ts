import {
  createKataConfig,
  installOperator,
  kataConfigObject,
  untilDone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { crds } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { removeOperator, settle, untilIsGone, wrongInstall } from '../faultSteps.ts';

const definition = { resource: crds, name: 'kataconfigs.kataconfiguration.openshift.io' };

/** Scenario in which the KataConfig CRD is being deleted. The creation of a KataConfig is rejected with 405. */
export const crdTerminating: Scenario = wrongInstall(
  'install-crd-terminating',
  'Two workers. The KataConfig CRD is being deleted, but a KataConfig that no operator processes blocks the deletion.',
  {
    prelude: [...installOperator, createKataConfig(), untilDone, ...removeOperator, { delete: definition }, settle],
    steps: [{ patch: kataConfigObject, with: { metadata: { finalizers: null } } }, untilIsGone(definition)],
  },
);
