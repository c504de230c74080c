/** Selects the cluster that a command changes. */
import * as l10n from '@vscode/l10n';
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import type { ClusterFilter, ClusterSelection, OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyStartMessage } from '../engine/run/planRejection.ts';
import type { OperationContext, OperationIdentity } from '../context.ts';

type Tools = Pick<OperationContext, 'askToReplace' | 'clusters' | 'isPermitted' | 'settings' | 'notify'>;

/**
 * Returns the selected cluster. Returns undefined if the user cancels or keeps another operation on this cluster. If
 * `osc.readOnly` or a missing permission prevents the change, shows a message and returns undefined.
 * @param title title of the questions, and start of the read-only message
 * @param procedure the operation that the command starts
 * @param action the command, whose permissions are required
 * @param only limits the clusters that the user can select
 */
export async function chooseToChange(
  tools: Tools,
  given: unknown,
  title: string,
  procedure: OperationIdentity,
  action: ClusterAction,
  only?: ClusterFilter,
): Promise<OpenCluster | undefined> {
  const cluster = (await chooseForAction(tools, given, title, action, only))?.cluster;
  if (cluster === undefined) return undefined;
  return (await tools.askToReplace(cluster, procedure)) ? cluster : undefined;
}

/**
 * Returns the selected cluster and row for a command that runs beside an operation on the cluster. Otherwise, same as
 * `chooseToChange`.
 */
export async function chooseForAction(
  tools: Omit<Tools, 'askToReplace'>,
  given: unknown,
  title: string,
  action: ClusterAction,
  only?: ClusterFilter,
): Promise<ClusterSelection | undefined> {
  if (tools.settings.readOnly()) {
    await tools.notify.tell(
      'warning',
      `${title}: ${readOnlyStartMessage(l10n.t`Alternatively, generate a runbook for someone else to run.`)}`,
    );
    return undefined;
  }
  const chosen = await tools.clusters.choose(given, title, { ...only, action });
  return chosen !== undefined && (await tools.isPermitted(chosen.cluster, title, action)) ? chosen : undefined;
}
