import {
  createKataConfig,
  deleteKataConfig,
  installOperator,
  kataConfigObject,
  untilDone,
  untilGone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { removeOperator, settle, wrongInstall } from '../faultSteps.ts';

/** What nobody takes away any more. */
export const leftovers: Scenario = wrongInstall(
  'uninstall-leftovers',
  "Two workers; the operator was removed first, and the KataConfig's finalizer by hand: pool, configurations and labels are left",
  {
    prelude: [
      ...installOperator,
      createKataConfig(),
      untilDone,
      ...removeOperator,
      deleteKataConfig,
      { patch: kataConfigObject, with: { metadata: { finalizers: null } } },
      untilGone,
      settle,
    ],
    steps: [{ wait: 60_000 }],
  },
);
