/**
 * Explains node lists that contain fewer nodes than the node count, as in shortened output. The missing nodes can have
 * any state.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages } from '../product/docSections.ts';
import type { KataConfig } from '../cluster/watchedKinds/kataConfig.ts';
import type { Explanation } from '../status/explanation.ts';
import { formatNames } from '../text/phrases.ts';
import { joinSentences, selectPlural } from '../text/grammar.ts';

/**
 * Explains an installation whose node lists are incomplete. Returns undefined if the lists are complete, or if neither
 * the lists nor the condition show an installation.
 */
export function explainPartialLists(kataConfig: KataConfig): Explanation | undefined {
  const { lists, nodeCount, readyNodeCount } = kataConfig;
  const { installed, installing, waitingToInstall, failedToInstall } = lists;
  const leaving = [...lists.uninstalling, ...lists.waitingToUninstall, ...lists.failedToUninstall];
  const open = installing.length + waitingToInstall.length + failedToInstall.length;
  const ready = Math.max(installed.length, Math.min(readyNodeCount, nodeCount - open));
  const unlisted = nodeCount - ready - open;
  const isWorking = open > 0 || (kataConfig.inProgress !== undefined && installed.length > 0);
  if (unlisted <= 0 || !isWorking || failedToInstall.length > 0 || leaving.length > 0) return undefined;
  return {
    health: 'busy',
    headline: l10n.t`Installing: ${ready} of ${nodeCount} ready`,
    meaning: joinSentences(
      l10n.t`Ready nodes: ${ready} of ${nodeCount}.`,
      ...atWork(installing),
      ...waiting(waitingToInstall),
      selectPlural(
        unlisted,
        l10n.t`${unlisted} node isn't listed in this text, so its state is unknown.`,
        l10n.t`${unlisted} nodes aren't listed in this text, so their state is unknown.`,
      ),
    ),
    next: l10n.t`The nodes are drained, configured, and rebooted one after another.`,
    todo: l10n.t('Get the complete lists from the cluster: `oc get kataconfig -o yaml`.'),
    docs: statusMessages,
  };
}

function atWork(installing: readonly string[]): readonly string[] {
  const names = formatNames(installing);
  return installing.length === 0
    ? []
    : [
        selectPlural(
          installing.length,
          l10n.t`Kata is being installed on ${names}.`,
          l10n.t`Kata is being installed on ${names}.`,
        ),
      ];
}

function waiting(waitingToInstall: readonly string[]): readonly string[] {
  const names = formatNames(waitingToInstall);
  return waitingToInstall.length === 0
    ? []
    : [
        selectPlural(
          waitingToInstall.length,
          l10n.t`${names} is waiting for the installation.`,
          l10n.t`${names} are waiting for the installation.`,
        ),
      ];
}
