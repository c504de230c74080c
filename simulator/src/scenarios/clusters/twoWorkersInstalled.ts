import { createKataConfig, deleteKataConfig, runWorkload, untilDone, untilGone } from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
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
