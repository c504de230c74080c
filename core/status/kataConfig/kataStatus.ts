/**
 * Determines the Kata status of the whole cluster: the status bar text and the numbers that it's based on. Source:
 * domain/01-kataconfig.md 1.3, 1.5, 1.6.
 */
import * as l10n from '@vscode/l10n';
import type { KataConfig, NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatNames } from '#core/text/phrases.ts';
import { failedSandboxesOf, describePodsWithoutSandbox } from '../nodes/failedSandboxes.ts';
import { nodeListText } from '../nodes/nodeListText.ts';
import { changedLevel } from './verboseLogLevel.ts';
import { listSelectedNodes, poolSelectorProblem } from '../nodes/nodeSelection.ts';
import { isKnown, isOperatorRunning, indexSnapshot } from '../snapshotIndex.ts';

export type KataPhase =
  | 'none'
  | 'installing'
  | 'installed'
  | 'updating'
  | 'uninstalling'
  | 'blocked'
  | 'failed'
  | 'unknown';

export interface KataStatus {
  readonly phase: KataPhase;
  /** Number of completed nodes, and the total. During an uninstall, completed means that Kata is uninstalled. */
  readonly done: number;
  readonly total: number;
  /** Status text, such as `Kata 3/5, worker-1 installing`, with the warning if any. */
  readonly words: string;
  /** Problem that occurs although Kata is installed, such as `1 pod without sandbox on worker-1`. */
  readonly warning?: string;
  /** Nodes that are currently being updated. */
  readonly current: readonly string[];
  readonly failed: readonly string[];
}

/** Returns the Kata status. Never fails: an unknown state has the phase `unknown`. */
export function getKataStatus(snapshot: Snapshot): KataStatus {
  const { kataConfig, converged } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return without(snapshot);
  const { lists } = kataConfig;
  const phase = phaseOf(kataConfig, converged);
  const failed = [...lists.failedToInstall, ...lists.failedToUninstall];
  const current = [...lists.installing, ...lists.uninstalling];
  const counts = isLeaving(kataConfig) ? countLeaving(kataConfig, snapshot) : countComing(kataConfig, snapshot);
  const words = wordsFor(kataConfig, phase, counts, isOperatorRunning(snapshot));
  const warnings =
    phase === 'installed'
      ? [describePodsWithoutSandbox(failedSandboxesOf(snapshot)), logLevelWords(kataConfig)].filter(
          (one) => one !== undefined,
        )
      : [];
  if (warnings.length === 0) return { phase, ...counts, words, current, failed };
  const warning = warnings.join(', ');
  return { phase, ...counts, words: `${words}, ${warning}`, warning, current, failed };
}

/** Returns the log level as text, or undefined for the default level. */
function logLevelWords(kataConfig: KataConfig): string | undefined {
  const level = changedLevel(kataConfig);
  return level === undefined ? undefined : l10n.t`log level ${level}`;
}

function without(snapshot: Snapshot): KataStatus {
  const nothing = { done: 0, total: 0, current: [], failed: [] };
  const { state } = snapshot.kataConfigs;
  if (state.kind === 'absent') return { phase: 'none', words: l10n.t`Not installed (no operator)`, ...nothing };
  if (isKnown(snapshot, 'kataConfigs'))
    return { phase: 'none', words: l10n.t`Not installed (no KataConfig)`, ...nothing };
  return {
    phase: 'unknown',
    words: state.kind === 'forbidden' ? l10n.t`Kata: no permission to read KataConfigs` : l10n.t`Kata: status unknown`,
    ...nothing,
  };
}

/** Returns whether Kata is being uninstalled: a deletion was requested and has started. */
function isLeaving({ deleting, inProgress }: KataConfig): boolean {
  const reason = inProgress?.reason.toLowerCase();
  return (
    reason === 'uninstalling' ||
    (deleting !== undefined &&
      reason !== 'installing' &&
      reason !== 'updating' &&
      reason !== 'blockedbyexistingkatapods')
  );
}

function phaseOf(kataConfig: KataConfig, converged: boolean): KataPhase {
  const { inProgress, lists, deleting, nodeCount } = kataConfig;
  if (poolSelectorProblem(kataConfig, converged) !== undefined) return 'blocked';
  const reason = inProgress?.reason.toLowerCase() ?? '';
  if (reason === 'blockedbyexistingkatapods') return 'blocked';
  if (lists.failedToInstall.length + lists.failedToUninstall.length > 0) return 'failed';
  if (isLeaving(kataConfig)) return reason === 'podvmimagejobfailed' ? 'failed' : 'uninstalling';
  switch (reason) {
    case 'installing':
    case 'podvmimagejobrunning':
    case 'podvmimagejobcompleted':
      return 'installing';
    case 'updating':
      return 'updating';
    case 'failed':
      // If the failed node is retrying, the operator doesn't change the condition until all nodes are complete.
      return lists.installing.length + lists.waitingToInstall.length > 0 ? 'installing' : 'failed';
    case 'podvmimagejobfailed':
      return 'failed';
    case 'podvmimageunsupportedprovider':
    case 'unsupportedocpversion':
      return 'blocked';
    case '':
      if (inProgress?.status !== 'False' || deleting !== undefined) return 'unknown';
      return movingLists.some((list) => lists[list].length > 0) || kataConfig.readyNodeCount < nodeCount
        ? 'updating'
        : 'installed';
    default:
      return 'unknown';
  }
}

const movingLists: readonly NodeList[] = ['waitingToInstall', 'installing', 'waitingToUninstall', 'uninstalling'];

function countComing(kataConfig: KataConfig, snapshot: Snapshot): { readonly done: number; readonly total: number } {
  const { lists, nodeCount } = kataConfig;
  const listed =
    lists.installed.length + lists.installing.length + lists.waitingToInstall.length + lists.failedToInstall.length;
  // Until the operator has counted the nodes, the expected number is used.
  const total = Math.max(nodeCount, listed) || listSelectedNodes(kataConfig, snapshot).length;
  return { done: Math.min(lists.installed.length, total), total };
}

function countLeaving(kataConfig: KataConfig, snapshot: Snapshot): { readonly done: number; readonly total: number } {
  const left = leftNodes(kataConfig).length;
  const total = Math.max(left, listSelectedNodes(kataConfig, snapshot).length);
  // Before the Machine Config Operator starts, the lists are empty, which doesn't mean that the nodes are complete.
  return { done: kataConfig.waitingForMco ? 0 : total - left, total };
}

/** Returns the nodes where Kata is still installed during an uninstall. */
function leftNodes({ lists }: KataConfig): readonly string[] {
  return [
    ...lists.waitingToUninstall,
    ...lists.uninstalling,
    ...lists.failedToUninstall,
    ...lists.installed,
    ...lists.installing,
    ...lists.failedToInstall,
  ];
}

function wordsFor(
  kataConfig: KataConfig,
  phase: KataPhase,
  { done, total }: { readonly done: number; readonly total: number },
  runs: boolean | undefined,
): string {
  const { lists, waitingForMco, inProgress } = kataConfig;
  const reason = inProgress?.reason.toLowerCase() ?? '';
  const leaving = isLeaving(kataConfig);
  const count = leaving ? l10n.t`Kata uninstalled from ${done} of ${total} nodes` : `Kata ${done}/${total}`;
  if (phase === 'blocked') {
    if (reason === 'blockedbyexistingkatapods') return l10n.t`${count}, uninstall blocked by pods`;
    if (reason === 'podvmimageunsupportedprovider') return l10n.t`${count}, no pod VM image for this cloud provider`;
    return reason === 'unsupportedocpversion'
      ? l10n.t`${count}, OpenShift version is too old`
      : l10n.t`${count}, invalid node selector`;
  }
  if (phase === 'uninstalling' && reason !== 'uninstalling' && runs === false)
    return l10n.t`${count}, operator isn't running`;
  const atIt = (['failedToInstall', 'failedToUninstall', 'installing', 'uninstalling'] as const).filter(
    (list) => lists[list].length > 0,
  );
  const [shown] = atIt;
  if (shown !== undefined) {
    const names = formatNames(lists[shown], 2);
    // The operator also lists nodes under `installing` that only get a new configuration.
    if (phase === 'updating' && (shown === 'installing' || shown === 'uninstalling'))
      return `${count}, ${l10n.t`${names} updating`}`;
    return `${count}, ${nodeListText[shown].doing(names)}`;
  }
  if (waitingForMco) return l10n.t`${count}, waiting for the Machine Config Operator`;
  if (reason.startsWith('podvmimagejob')) return `${count}, ${imageWords(reason, leaving)}`;
  if (phase === 'installed') return total === 0 ? l10n.t`Kata not installed on any node` : count;
  if (lists.waitingToInstall.length + lists.waitingToUninstall.length > 0) return l10n.t`${count}, nodes waiting`;
  const ends = done > 0 && done === total;
  if (phase === 'installing')
    return ends ? l10n.t`${count}, finishing the installation` : l10n.t`${count}, starting the installation`;
  if (phase === 'uninstalling')
    return ends ? l10n.t`${count}, finishing the uninstall` : l10n.t`${count}, starting the uninstall`;
  if (phase === 'updating') return l10n.t`${count}, updating`;
  if (inProgress === undefined) return l10n.t`${count}, not started`;
  return phase === 'failed' ? l10n.t`${count}, failed` : l10n.t`${count}, unknown state`;
}

function imageWords(reason: string, leaving: boolean): string {
  if (reason === 'podvmimagejobfailed') return l10n.t`image creation job failed`;
  if (reason === 'podvmimagejobcompleted') return leaving ? l10n.t`pod VM image deleted` : l10n.t`pod VM image created`;
  return leaving ? l10n.t`deleting the pod VM image` : l10n.t`creating the pod VM image`;
}
