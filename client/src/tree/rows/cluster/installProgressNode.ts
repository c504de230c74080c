/** Creates the row of an incomplete install, update, or uninstall, with the command that continues it. */
import * as l10n from '@vscode/l10n';
import { getInstallProgress } from '#core/operations/procedures/installProgress.ts';
import { listMissingFor, type ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import { savedKataConfigName } from '#core/product/namespaces.ts';
import { doneOf } from '#core/status/partText.ts';
import { sanitizeLine, sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import { renderProse } from '#client/tree/model/explainedNode.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { messageNode } from '../messageNode.ts';

/**
 * Creates the row. Returns undefined if nothing is incomplete or if other rows show it. Without the permissions to
 * continue, or if `osc.readOnly` is on, the row has no command.
 */
export function installProgressNode(
  input: Pick<ClusterTreeInput, 'context' | 'snapshot' | 'gathered' | 'readOnly' | 'permissions'>,
): TreeNode | undefined {
  const { context, snapshot, gathered, readOnly, permissions } = input;
  const standing = getInstallProgress(snapshot);
  const unfinished = l10n.t({
    message: 'Partial',
    args: [],
    comment: ["The state of an installation, update, or uninstall that isn't complete. Keep it short."],
  });
  const isPermitted = (action: ClusterAction): boolean =>
    readOnly !== true && listMissingFor(action, snapshot, permissions).length === 0;
  const row = (action: ClusterAction, create: (toDo: (text: string) => string | undefined) => TreeNode): TreeNode =>
    isPermitted(action)
      ? // A must-gather has no clickable actions.
        create((text) => (gathered === true ? undefined : text))
      : withoutCommand(create(() => undefined));
  switch (standing.kind) {
    case 'leaving':
      return row('uninstall', (toDo) => uninstallNode(context, unfinished, toDo));
    case 'between':
      return row('update', (toDo) => updateNode(context, unfinished, toDo));
    case 'partly':
      return row('install', (toDo) => installNode(context, standing, unfinished, toDo));
    default:
      return undefined;
  }
}

function withoutCommand(node: TreeNode): TreeNode {
  const { command: _command, ...view } = node.view;
  return { ...node, view: { ...view, contextValue: 'osc-explained' } };
}

function uninstallNode(context: string, unfinished: string, toDo: (text: string) => string | undefined): TreeNode {
  return messageNode(context, {
    id: `${context}/leaving`,
    label: l10n.t({
      message: 'Uninstall',
      args: [],
      comment: ['A noun: the short name of the operation that uninstalls Kata, in the Clusters view. Keep it short.'],
    }),
    description: unfinished,
    icon: 'warning',
    color: 'problemsWarningIcon.foreground',
    tooltip: joinParagraphs(
      l10n.t`The uninstall is incomplete. Unused Kata resources remain on the cluster.`,
      toDo(
        l10n.t`**To do:** Click to continue. You'll review the plan for the remaining steps before anything changes.`,
      ),
    ),
    contextValue: 'osc-explained',
    command: { id: 'osc.kata.uninstall', title: 'Uninstall' },
  });
}

function updateNode(context: string, unfinished: string, toDo: (text: string) => string | undefined): TreeNode {
  return messageNode(context, {
    id: `${context}/between`,
    label: l10n.t({
      message: 'Update',
      args: [],
      comment: ['A noun: the short name of the operation that updates Kata, in the Clusters view. Keep it short.'],
    }),
    description: unfinished,
    icon: 'debug-continue',
    tooltip: joinParagraphs(
      l10n.t`To rebuild the pod VM image, an update deleted the KataConfig. The update hasn't recreated the KataConfig yet.`,
      l10n.t`The KataConfig is saved in ConfigMap ${sanitizeMarkdownCode(savedKataConfigName)}.`,
      toDo(
        l10n.t`**To do:** Click to continue. You'll review the plan for the remaining steps before anything changes.`,
      ),
    ),
    contextValue: 'osc-explained',
    command: { id: 'osc.kata.update', title: 'Update' },
  });
}

function installNode(
  context: string,
  { step, number, of }: Extract<ReturnType<typeof getInstallProgress>, { kind: 'partly' }>,
  unfinished: string,
  toDo: (text: string) => string | undefined,
): TreeNode {
  return messageNode(context, {
    id: `${context}/unfinished`,
    label: l10n.t({
      message: 'Install',
      args: [],
      comment: ['A noun: the short name of the operation that installs Kata, in the Clusters view. Keep it short.'],
    }),
    description: `${unfinished} · ${doneOf(number - 1, of)}`,
    icon: 'debug-continue',
    tooltip: joinParagraphs(
      `**${renderProse(step.title)}**: ${renderProse(step.headline)}`,
      step.meaning === undefined ? undefined : renderProse(step.meaning),
      step.todo === undefined ? undefined : l10n.t`**To do:** ${renderProse(step.todo)}`,
      step.evidence.map((line) => `- ${sanitizeMarkdownCode(sanitizeLine(line))}`).join('\n'),
      toDo(
        l10n.t`Click to continue the installation. The extension asks only for values that it can't read from the cluster.`,
      ),
    ),
    contextValue: 'osc-explained osc-install',
    command: { id: 'osc.kata.install', title: 'Continue Installation' },
  });
}
