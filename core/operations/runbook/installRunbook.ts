/** The installation, to be run by others. */
import type { InstallManifests } from '../changes/installManifests.ts';
import { install } from '../procedures/install.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { approvePlans } from './runbookSteps.ts';
import { createRunbook, unknownCluster, type Runbook } from './runbook.ts';

/** @param situation of the cluster that it is for; undefined: for any */
export function installRunbook(choices: InstallManifests, situation?: ObservedCluster): Runbook {
  const cluster = situation === undefined ? undefined : { context: situation.context, server: situation.server };
  const runbook = createRunbook(install, situation ?? unknownCluster(), choices, cluster);
  return {
    ...runbook,
    steps: runbook.steps.map((step) => {
      if (step.id !== 'install-plan') return step;
      // Which plan it will be, nobody can know now: its own gate is about another one.
      const { gate: _gate, ...others } = step;
      return { ...others, changes: [], found: [approvePlans()] };
    }),
  };
}
