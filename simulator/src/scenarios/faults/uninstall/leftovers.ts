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

/** Scenario with leftover objects that no component removes. */
export const leftovers: Scenario = wrongInstall(
  'uninstall-leftovers',
  'Two workers. The operator was removed first, then the KataConfig finalizer. The pool, machine configs, and labels remain.',
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
