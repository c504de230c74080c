/** Creates the row for tasks that the permissions of the user don't allow. The row opens the list of permissions. */
import * as l10n from '@vscode/l10n';
import { listForbiddenTasks } from '#core/operations/permissions/permittedActions.ts';
import { permissionTasks } from '#core/operations/permissions/permissionTasks.ts';
import type { NamedRight, RightPurpose } from '#core/operations/lookups/permissions.ts';
import { joinList } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeTooltip } from '#core/text/sanitize.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { messageNode } from '../messageNode.ts';

const installWord: Message = () =>
  l10n.t({
    message: 'install',
    args: [],
    comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
  });

const uninstallWord: Message = () =>
  l10n.t({
    message: 'uninstall',
    args: [],
    comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
  });

/** Names of the tasks within the row, without the name of the product. */
const taskWords: Readonly<Record<RightPurpose, Message>> = {
  look: () => '',
  install: installWord,
  installExtension: installWord,
  configure: () =>
    l10n.t({
      message: 'configure',
      args: [],
      comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
    }),
  update: () =>
    l10n.t({
      message: 'update',
      args: [],
      comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
    }),
  uninstall: uninstallWord,
  uninstallExtension: uninstallWord,
  metrics: () =>
    l10n.t({
      message: 'metrics',
      args: [],
      comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
    }),
  logs: () =>
    l10n.t({
      message: 'logs',
      args: [],
      comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
    }),
  shell: () =>
    l10n.t({
      message: 'shell',
      args: [],
      comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
    }),
  mustGather: () =>
    l10n.t({
      message: 'must-gather',
      args: [],
      comment: ['A task that the user isn\'t permitted to perform, in a list: "install, uninstall".'],
    }),
};

/** Maximum number of missing permissions in the row, and in the tooltip for each task. */
const mostInRow = 2;
const mostInTooltip = 4;

/** Creates the row. Returns undefined if all tasks are permitted or the permissions aren't known. */
export function notPermittedNode(
  seen: Pick<ClusterTreeInput, 'context' | 'snapshot' | 'permissions'>,
): TreeNode | undefined {
  const forbidden = listForbiddenTasks(seen.snapshot, seen.permissions, permissionTasks);
  const [first] = forbidden;
  if (first === undefined) return undefined;
  const tasks = joinList(forbidden.map(({ task }) => taskWords[task]()));
  return messageNode(seen.context, {
    id: `${seen.context}/notPermitted`,
    label: l10n.t({
      message: 'Not permitted: {0}',
      args: [tasks],
      comment: ['{0} is a list of tasks, such as "install, uninstall".'],
    }),
    description: `(${idsOf(first.missing, mostInRow)})`,
    icon: 'lock',
    tooltip: joinParagraphs(
      l10n.t`You don't have the permissions for these tasks, so the menus don't contain their commands. Missing permissions:`,
      forbidden
        .map(({ task, missing }) => `- ${taskWords[task]()}: ${sanitizeTooltip(idsOf(missing, mostInTooltip))}`)
        .join('\n'),
      l10n.t`**To do:** Click to show all permissions and the roles that grant them.`,
    ),
    contextValue: 'osc-explained',
    command: { id: 'osc.cluster.showPermissions', title: 'Show My Permissions' },
  });
}

function idsOf(missing: readonly NamedRight[], most: number): string {
  return formatNames(
    missing.map(({ id }) => id),
    most,
  );
}
