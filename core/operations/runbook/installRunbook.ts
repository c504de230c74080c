/** Creates the runbook of an installation. */
import type { InstallManifests } from '../changes/installManifests.ts';
import { install } from '../procedures/install.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { approvePlans } from './runbookSteps.ts';
import { createRunbook, unknownCluster, type Runbook } from './runbook.ts';

/**
 * Creates the runbook.
 * @param situation data of the target cluster; undefined for any cluster
 */
export function installRunbook(choices: InstallManifests, situation?: ObservedCluster): Runbook {
  const cluster = situation === undefined ? undefined : { context: situation.context, server: situation.server };
  const runbook = createRunbook(install, situation ?? unknownCluster(), choices, cluster);
  return {
    ...runbook,
    steps: runbook.steps.map((step) => {
      if (step.id !== 'install-plan') return step;
      // The install plan isn't known yet, so the gate of the current one doesn't apply.
      const { gate: _gate, ...others } = step;
      return { ...others, changes: [], found: [approvePlans()] };
    }),
  };
}
