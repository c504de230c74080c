import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { runtimeClassFinalizer as finalizer } from '#core/status/runtimeClassDeletion.ts';
import { createKataConfig, payments, runWorkload, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario, ScenarioObject } from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkers } from '#simulator/scenarios/clusters/twoWorkers.ts';
import { removeOperator, untilIsGone } from '../faultSteps.ts';

const runtimeClass: ScenarioObject = { resource: names.runtimeClasses, name: 'kata' };

/** Scenario of a runtime class that was deleted while pods use it, and of the removal of the operator. */
export const runtimeClassFinalizer: Scenario = {
  ...twoWorkers,
  name: 'runtimeclass-finalizer',
  summary:
    "Two workers with Kata and sandboxed pods. The runtime class was deleted, and the operator's finalizer blocks the deletion while pods use it.",
  prelude: [
    ...twoWorkers.prelude,
    createKataConfig(),
    untilDone,
    ...runWorkload,
    { patch: runtimeClass, with: { metadata: { finalizers: [finalizer] } } },
    { delete: runtimeClass },
    { wait: 60_000 },
  ],
  steps: [
    { wait: 60_000 },
    ...removeOperator,
    { delete: payments },
    { wait: 120_000 },
    { patch: runtimeClass, with: { metadata: { finalizers: [] } } },
    untilIsGone(runtimeClass),
  ],
};
