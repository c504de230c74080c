/**
 * Creates the first row of a cluster without a working connection. The row shows the state, which stays readable in a
 * narrow side bar regardless of the cluster name.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { ConnectionHealth } from '#core/status/health/clusterHealth.ts';
import { troubleMarkdown, describeLastUpdate } from '#client/clusters/state/connectionText.ts';
import { getHealthIcon } from '#client/tree/model/health.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { messageNode } from '../messageNode.ts';

/** Creates the row. Returns undefined if the connection works or if another row shows the action (Log In). */
export function connectionNode(
  { context, now }: Pick<ClusterTreeInput, 'context' | 'now'>,
  connection: ConnectionHealth,
): TreeNode | undefined {
  const { state, since, asOf } = connection;
  const updated = asOf === undefined ? undefined : describeLastUpdate(asOf, now);
  const { icon, color } = getHealthIcon('attention');
  switch (state.kind) {
    case 'unreachable':
      return messageNode(context, {
        id: `${context}/unreachable`,
        label: l10n.t`Unreachable`,
        icon,
        ...omitUndefined({
          color,
          description: since === undefined ? undefined : l10n.t`since ${formatTimeOfDay(since, now)}`,
        }),
        tooltip: joinParagraphs(troubleMarkdown(connection, now), updated, l10n.t`Click to retry now.`),
        command: { id: 'osc.cluster.refresh', title: 'Try Now' },
      });
    case 'reconnecting':
      return messageNode(context, {
        id: `${context}/reconnecting`,
        label: l10n.t`Reconnecting`,
        icon,
        ...omitUndefined({ color, description: updated }),
        tooltip: joinParagraphs(troubleMarkdown(connection, now), l10n.t`Click to retry now.`),
        command: { id: 'osc.cluster.refresh', title: 'Try Now' },
      });
    case 'paused':
      return messageNode(context, {
        id: `${context}/paused`,
        label: l10n.t`Paused`,
        icon: 'debug-pause',
        ...omitUndefined({ description: updated }),
      });
    default:
      return state.kind === 'syncing' && asOf === undefined
        ? messageNode(context, { id: `${context}/connecting`, label: l10n.t`Connecting`, icon: 'loading~spin' })
        : undefined;
  }
}
