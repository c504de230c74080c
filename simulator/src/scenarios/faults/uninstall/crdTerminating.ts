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

/** Who creates one now is told 405. */
export const crdTerminating: Scenario = wrongInstall(
  'install-crd-terminating',
  'Two workers, the CRD of KataConfig is being deleted, and a KataConfig that nobody finishes keeps it',
  {
    prelude: [...installOperator, createKataConfig(), untilDone, ...removeOperator, { delete: definition }, settle],
    steps: [{ patch: kataConfigObject, with: { metadata: { finalizers: null } } }, untilIsGone(definition)],
  },
);
