import { createNamespace, createOperatorGroup, subscribe } from '../actions.ts';
import { quickCluster } from '#simulator/controllers/behaviour.ts';
import type { Scenario } from '../scenario.ts';
import { untilCsv, wrongInstall } from './parts.ts';

/** OLM waits for the Deployment as long as it may. */
export const operatorImageMissing: Scenario = wrongInstall(
  'install-operator-image-missing',
  'Two workers, the image of the operator cannot be fetched: its release waits for five minutes and fails',
  {
    behaviour: { ...quickCluster, missingImages: ['osc-rhel9-operator'] },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilCsv('InstallWaiting'), untilCsv('InstallCheckFailed')],
  },
);
