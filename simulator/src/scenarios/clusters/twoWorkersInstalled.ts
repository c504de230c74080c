import { createKataConfig, deleteKataConfig, runWorkload, untilDone, untilGone } from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { trusteeOperator } from '../initialObjects/trusteeOperator.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Scenario of the `twoWorkers` cluster after the installation. */
export const twoWorkersInstalled: Scenario = {
  ...twoWorkers,
  name: 'two-workers-installed',
  summary: 'Bare metal, two workers with Kata installed. Ready to run sandboxed pods.',
  prelude: [...twoWorkers.prelude, createKataConfig(), untilDone, { wait: 60_000 }],
  steps: [
    ...runWorkload,
    { delete: { resource: { group: '', plural: 'namespaces' }, name: 'payments' } },
    { wait: 60_000 },
    deleteKataConfig,
    untilGone,
  ],
};

/** Scenario in which the Trustee operator is installed beside Kata. */
export const trustee: Scenario = {
  ...twoWorkersInstalled,
  name: 'trustee',
  summary: 'Bare metal, two workers with Kata installed, and the CRD of the Trustee operator.',
  objects: (now) => [...twoWorkersInstalled.objects(now), ...trusteeOperator()],
};
