/** Selects the cluster that a command changes. */
import * as l10n from '@vscode/l10n';
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import type { ClusterFilter, OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyStartMessage } from '../engine/run/planRejection.ts';
import type { OperationContext, OperationIdentity } from '../context.ts';

/**
 * Returns the selected cluster. Returns undefined if the user cancels or keeps another operation on this cluster. If
 * `osc.readOnly` or a missing permission prevents the change, shows a message and returns undefined.
 * @param title title of the questions, and start of the read-only message
 * @param procedure the operation that the command starts
 * @param action the command, whose permissions are required
 * @param only limits the clusters that the user can select
 */
export async function chooseToChange(
  tools: Pick<OperationContext, 'askToReplace' | 'clusters' | 'isPermitted' | 'settings' | 'notify'>,
  given: unknown,
  title: string,
  procedure: OperationIdentity,
  action: ClusterAction,
  only?: ClusterFilter,
): Promise<OpenCluster | undefined> {
  if (tools.settings.readOnly()) {
    await tools.notify.tell(
      'warning',
      `${title}: ${readOnlyStartMessage(l10n.t`Alternatively, generate a runbook for someone else to run.`)}`,
    );
    return undefined;
  }
  const cluster = (await tools.clusters.choose(given, title, { ...only, action }))?.cluster;
  if (cluster === undefined || !(await tools.isPermitted(cluster, title, action))) return undefined;
  return (await tools.askToReplace(cluster, procedure)) ? cluster : undefined;
}
