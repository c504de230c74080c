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

/** Scenario in which pods that still use Kata block the uninstall. */
export const uninstallBlockedByPods: Scenario = {
  ...twoWorkers,
  name: 'uninstall-blocked-by-pods',
  summary:
    'Two workers with Kata installed and a Deployment of sandboxed pods. The pods block the KataConfig deletion.',
  prelude: [...twoWorkers.prelude, createKataConfig(), untilDone, ...runWorkload, { wait: 60_000 }],
  steps: [
    deleteKataConfig,
    untilReason('BlockedByExistingKataPods'),
    { wait: 60_000 },
    { delete: payments },
    untilGone,
  ],
};
