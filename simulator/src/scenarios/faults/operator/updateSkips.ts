import { formatCsvName, versions } from '#simulator/controllers/olm/bundle.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { theCsv, wrongInstall } from '../faultSteps.ts';
import { approvePlan, untilUpdatePending } from './pendingUpdate.ts';

const [newest] = versions;

/** Scenario of an update in which OLM skips releases, because the newest one can replace the installed one. */
export const updateSkips: Scenario = wrongInstall(
  'update-skips',
  'Two workers with OSC 1.11 installed, OpenShift 4.22.1, manual approval. OLM updates directly to OSC 1.13.1.',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', openShift: '4.22.1' }, now),
    prelude: untilUpdatePending,
    steps: [approvePlan, { until: { ...theCsv, name: formatCsvName(newest), path: 'status.phase', is: 'Succeeded' } }],
  },
);
