/**
 * When the feature is loaded, reports that a closed window might have left resources on clusters. Doesn't contact a
 * cluster.
 */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { formatNames } from '#core/text/phrases.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import type { MustGatherContext } from '#client/mustGather/context.ts';
import { listOrphanedRuns } from './cleanUpCluster.ts';

const look = () => withEllipsis(l10n.t`Clean Up Must-Gather Leftovers`);

export async function remindOfLeft(tools: MustGatherContext): Promise<void> {
  const made = await listOrphanedRuns(tools);
  if (made.length === 0) return;
  const contexts = [...new Set(made.map(({ context }) => context))];
  const names = formatNames(contexts);
  const words = made.every(({ pod }) => pod !== undefined)
    ? l10n.t`Must-gather collection didn't finish properly on ${names}. Must-gather pods might still exist there.`
    : l10n.t`Must-gather collection didn't finish properly on ${names}. A must-gather namespace and a ClusterRoleBinding to cluster-admin might still exist there.`;
  const chosen = await tools.notify.tell('warning', words, look());
  if (chosen === look())
    await commands.executeCommand('osc.mustGather.sweep', contexts.length === 1 ? contexts[0] : undefined);
}
