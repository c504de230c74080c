import { untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { wrongInstall } from '../faultSteps.ts';
import { approvePlan, untilUpdatePending } from './pendingUpdate.ts';

/**
 * Scenario of an update that requires approval. OSC 1.12 requires a newer OpenShift version, so the check warns about
 * it and the update is blocked.
 */
export const updateWaits: Scenario = wrongInstall(
  'update-waits',
  'Two workers with OSC 1.11 installed, OpenShift 4.21.3, manual approval. The install plan for OSC 1.12 is waiting for approval.',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', openShift: '4.21.3' }, now),
    prelude: untilUpdatePending,
    steps: [approvePlan, untilInstalled],
  },
);
