/** Names what users usually do after an operation. */
import * as l10n from '@vscode/l10n';
import { commandSolution } from '../commandSolution.ts';
import type { Solution } from '../solvable.ts';

/**
 * Returns the action that the last message of an operation offers: after Kata or peer pods are ready, a workload can use them.
 * @param procedure ID of the procedure
 * @param context of the cluster that it ran on
 */
export function nextSolution(procedure: string, context: string): Solution | undefined {
  const isReadyForWorkloads = procedure === 'install' || procedure === 'peerPods';
  return isReadyForWorkloads ? commandSolution(l10n.t`Run a Workload in a Sandbox...`, 'osc.workload.sandbox', { context }) : undefined;
}
