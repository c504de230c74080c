/** The cluster that a command is to change; undefined: none, or nothing may be changed, which was said. */
import * as l10n from '@vscode/l10n';
import type { ClusterFilter, OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyMessage } from '../engine/run/operationRun.ts';
import type { OperationContext } from '../context.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * @param title of the questions; where nothing may be changed, what it is that is not done
 * @param only limits the clusters that the user can select
 */
export async function chooseToChange(
  tools: Pick<OperationContext, 'clusters' | 'settings' | 'notify'>,
  given: unknown,
  title: string,
  only?: ClusterFilter,
): Promise<OpenCluster | undefined> {
  if (tools.settings.readOnly()) {
    await tools.notify.tell(
      'warning',
      `${title}: ${readOnlyMessage()}${getSentenceSeparator()}${l10n.t`If someone else should make the change, generate a runbook instead.`}`,
    );
    return undefined;
  }
  return (await tools.clusters.choose(given, title, only))?.cluster;
}
