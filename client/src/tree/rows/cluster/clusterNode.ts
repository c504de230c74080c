/** Creates the rows of an open cluster: its health, its connection, and the state of Kata. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { healthOf, type ClusterHealth, type ConnectionHealth } from '#core/status/health/clusterHealth.ts';
import { stateWord } from '#core/status/health/stateLabel.ts';
import { describeConnection, troubleMarkdown, describeLastUpdate } from '#client/clusters/state/connectionText.ts';
import { menuContextValues } from '#client/clusters/state/contextKeys.ts';
import { needsUser, runStateWord } from '#client/clusters/state/operationProgressText.ts';
import { allNamespacesScope, describeScope, explainScope } from '#client/clusters/state/namespaceScope.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { healthOfSeverity, getHealthIcon, wordOfIcon } from '#client/tree/model/health.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { sanitizeTooltip } from '#core/text/sanitize.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { contextDetails } from './closedClusterNode.ts';
import { clusterRows } from './clusterRows.ts';

/**
 * Creates the row of an open cluster. The icon and a child row show the connection state, because after a long context
 * name, the state would be cut off.
 * @param checksFiles true if several clusters are open and files are checked against this one
 * @param oneOfSeveral true if other clusters are open; the row then shows its problems, so that they are visible while
 * it is collapsed
 */
export function clusterNode(
  seen: ClusterTreeInput,
  info: ContextInfo,
  checksFiles: boolean,
  oneOfSeveral = false,
): TreeNode {
  const { snapshot, now } = seen;
  const health = healthOf(snapshot);
  const { connection } = health;
  const words = describeConnection(connection, now);
  const unverified = info.unverified === true ? [l10n.t`Certificate not verified`] : [];
  const scope = describeScope(seen.scope ?? allNamespacesScope);
  const checks = checksFiles ? [checksWords(connection, now)] : [];
  // An operation that is waiting for the user must be visible while the row is collapsed.
  const waiting = seen.run !== undefined && needsUser(seen.run) ? seen.run : undefined;
  const kata = oneOfSeveral ? [...kataWords(health), ...(waiting === undefined ? [] : [runStateWord(waiting)])] : [];
  const description = [...kata, ...unverified, ...(scope === undefined ? [] : [scope]), ...checks].join(' · ');
  const look = lookOfCluster(health, waiting !== undefined);
  // A colored icon always indicates that the row needs attention.
  const spoken = wordOfIcon(look.icon) ?? (look.color === undefined ? undefined : getHealthIcon('attention').word());
  return {
    view: {
      id: seen.context,
      label: info.name,
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(info.name)}**: ${sanitizeTooltip(words)}`,
        meaningOf(connection),
        troubleMarkdown(connection, now),
        reasons(health),
        sanitizeTooltip(explainScope(seen.scope ?? allNamespacesScope) ?? ''),
        waiting === undefined ? undefined : `**${sanitizeTooltip(waiting.title)}**: ${sanitizeTooltip(waiting.words)}`,
        contextDetails(info),
      ),
      ...look,
      contextValue: [
        'osc-open',
        'osc-named',
        ...(info.savedToken === true ? ['osc-savedToken'] : []),
        ...menuContextValues(snapshot, seen.permissions),
      ].join(' '),
      accessibility: [
        l10n.t`Cluster ${info.name}`,
        words,
        ...(description === '' ? [] : [description]),
        ...(spoken === undefined ? [] : [spoken]),
      ].join(', '),
      collapsible: 'expanded',
      ...omitUndefined({ description: description === '' ? undefined : description }),
    },
    target: { context: seen.context },
    children: () => clusterRows(seen, info, connection.state),
  };
}

/**
 * Returns the Kata state for the description of the row. Returns nothing if Kata is healthy, or if its state is unknown
 * or outdated.
 */
function kataWords({ kata, connection }: ClusterHealth): readonly string[] {
  const { severity, progress } = kata;
  return !connection.isFresh || severity === 'healthy' || severity === 'unknown'
    ? []
    : [stateWord(severity, progress.phase)];
}

function checksWords({ isFresh, asOf }: ConnectionHealth, now: number): string {
  return isFresh || asOf === undefined
    ? l10n.t`Used for file checks`
    : l10n.t`${l10n.t`Used for file checks`} (${describeLastUpdate(asOf, now)})`;
}

function lookOfCluster(
  { severity, connection, evidence }: ClusterHealth,
  isWaiting: boolean,
): Pick<NodeView, 'icon' | 'color'> {
  const look = (icon?: string): Pick<NodeView, 'icon' | 'color'> => {
    const { icon: own, color } = getHealthIcon(healthOfSeverity(severity));
    return { icon: icon ?? own, ...omitUndefined({ color }) };
  };
  switch (connection.state.kind) {
    case 'unreachable':
      return look();
    case 'unauthorized':
      return look('key');
    case 'reconnecting':
      return look('sync-ignored');
    case 'paused':
      return { icon: 'debug-pause' };
    case 'idle':
    case 'syncing':
      return { icon: 'loading~spin' };
    default:
      if (evidence === 'notAllowed')
        return { icon: 'lock', ...omitUndefined({ color: getHealthIcon('attention').color }) };
      if (severity !== 'healthy' && severity !== 'unknown') return look();
      if (!isWaiting) return { icon: 'vm-active' };
      return { icon: getHealthIcon('attention').icon, ...omitUndefined({ color: getHealthIcon('attention').color }) };
  }
}

/** Returns the meaning of the connection state and the recommended action, or undefined if the connection works. */
function meaningOf({ state, severity }: ConnectionHealth): string | undefined {
  switch (state.kind) {
    case 'live':
      return undefined;
    case 'forbidden':
      return severity === 'unknown'
        ? joinParagraphs(
            l10n.t`You don't have permission to read KataConfigs, so the Kata status is unknown.`,
            l10n.t`**To do:** Request the permissions shown below from an administrator.`,
          )
        : l10n.t`The resources that you have permission to read are up to date. The missing permissions are shown below.`;
    case 'idle':
    case 'syncing':
      return l10n.t`The extension is reading the cluster.`;
    case 'paused':
      return l10n.t`Updates pause while the Clusters view is hidden and resume when you show the view.`;
    case 'unauthorized':
      return state.trouble.status === undefined
        ? l10n.t`**To do:** Fix the problem, then select _Retry_ below.`
        : l10n.t`**To do:** Log in again. The view reconnects automatically when the kubeconfig changes.`;
    default:
      return l10n.t`The connection was lost, so the rows might be out of date. To reconnect now, click _Refresh_.`;
  }
}

/** Maximum number of reasons in the tooltip. */
const mostReasons = 5;

function reasons({ findings }: ClusterHealth): string | undefined {
  if (findings.length === 0) return undefined;
  return findings
    .slice(0, mostReasons)
    .map(({ about, headline }) => `- ${sanitizeTooltip(about)}: ${sanitizeTooltip(headline)}`)
    .join('\n');
}
