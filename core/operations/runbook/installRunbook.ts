/** Creates the runbooks of an installation, with OLM v0 or v1. */
import type { InstallManifests } from '../changes/installManifests.ts';
import { install } from '../procedures/install.ts';
import { installExtension, type ExtensionInstallChoices } from '../procedures/installExtension.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { listExtensionConflicts, listSubscriptionConflicts } from './installConflicts.ts';
import { approvePlans } from './runbookSteps.ts';
import { createRunbook, unknownCluster, type Runbook } from './runbook.ts';

/**
 * Creates the runbook of an installation with a Subscription.
 * @param situation data of the target cluster; undefined for any cluster
 */
export function installRunbook(choices: InstallManifests, situation?: ObservedCluster): Runbook {
  const runbook = createRunbook(install, situation ?? unknownCluster(), choices, clusterOf(situation));
  return {
    ...runbook,
    conflicts: listSubscriptionConflicts(),
    steps: runbook.steps.map((step) => {
      if (step.id !== 'install-plan') return step;
      // The install plan isn't known yet, so the gate of the current one doesn't apply.
      const { gate: _gate, ...others } = step;
      return { ...others, changes: [], found: [approvePlans()] };
    }),
  };
}

/**
 * Creates the runbook of an installation with a ClusterExtension.
 * @param situation data of the target cluster; undefined for any cluster
 */
export function installExtensionRunbook(choices: ExtensionInstallChoices, situation?: ObservedCluster): Runbook {
  const runbook = createRunbook(installExtension, situation ?? unknownCluster(), choices, clusterOf(situation));
  return { ...runbook, conflicts: listExtensionConflicts() };
}

function clusterOf(situation: ObservedCluster | undefined): Runbook['cluster'] {
  return situation === undefined ? undefined : { context: situation.context, server: situation.server };
}
