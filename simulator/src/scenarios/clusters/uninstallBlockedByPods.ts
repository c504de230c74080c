import {
  createKataConfig,
  deleteKataConfig,
  payments,
  runWorkload,
  untilDone,
  untilGone,
  untilReason,
} from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Somebody still uses it. */
export const uninstallBlockedByPods: Scenario = {
  ...twoWorkers,
  name: 'uninstall-blocked-by-pods',
  summary:
    'Two workers with kata, and a Deployment whose pods run in it: deleting the KataConfig waits until they are gone',
  prelude: [...twoWorkers.prelude, createKataConfig(), untilDone, ...runWorkload, { wait: 60_000 }],
  steps: [
    deleteKataConfig,
    untilReason('BlockedByExistingKataPods'),
    { wait: 60_000 },
    { delete: payments },
    untilGone,
  ],
};
