/** Selects the cluster that a command changes. */
import * as l10n from '@vscode/l10n';
import type { ClusterFilter, OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyStartMessage } from '../engine/run/planRejection.ts';
import type { OperationContext, OperationIdentity } from '../context.ts';

/**
 * Returns the selected cluster. Returns undefined if the user cancels or keeps another operation on this cluster. If
 * `osc.readOnly` prevents the change, shows a message and returns undefined.
 * @param title title of the questions, and start of the read-only message
 * @param procedure the operation that the command starts
 * @param only limits the clusters that the user can select
 */
export async function chooseToChange(
  tools: Pick<OperationContext, 'askToReplace' | 'clusters' | 'settings' | 'notify'>,
  given: unknown,
  title: string,
  procedure: OperationIdentity,
  only?: ClusterFilter,
): Promise<OpenCluster | undefined> {
  if (tools.settings.readOnly()) {
    await tools.notify.tell(
      'warning',
      `${title}: ${readOnlyStartMessage(l10n.t`Alternatively, generate a runbook for someone else to run.`)}`,
    );
    return undefined;
  }
  const cluster = (await tools.clusters.choose(given, title, only))?.cluster;
  return cluster !== undefined && (await tools.askToReplace(cluster, procedure)) ? cluster : undefined;
}
