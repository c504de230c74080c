/** Checks the permissions for a command before it asks its questions. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { listMissingFor, type ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import { formatPermission } from '#core/operations/lookups/permissions.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { Notify } from '#client/vscode/notify.ts';

/** Maximum number of permissions in the message. The list of permissions contains all. */
const most = 3;

/**
 * Returns whether the command can succeed. If the last review says no, reviews the permissions again, because an
 * administrator might have granted them. Otherwise, names the missing permissions and offers a runbook for someone who
 * has them.
 */
export async function isPermitted(
  notify: Pick<Notify, 'tell'>,
  cluster: OpenCluster,
  title: string,
  action: ClusterAction,
): Promise<boolean> {
  if (listMissingFor(action, cluster.snapshot, cluster.permissions).length === 0) return true;
  const review = await cluster.reviewPermissions?.(0);
  const missing = listMissingFor(action, cluster.snapshot, review);
  if (missing.length === 0) return true;
  const runbook = l10n.t`Generate Runbook...`;
  const list = l10n.t`Show My Permissions`;
  const chosen = await notify.tell('warning', describeRefusal(title, cluster.context, missing), runbook, list);
  if (chosen === runbook) await commands.executeCommand('osc.runbook.create', cluster.context);
  else if (chosen === list) await commands.executeCommand('osc.cluster.showPermissions', { context: cluster.context });
  return false;
}

/** Returns the message that names the missing permissions. */
export function describeRefusal(
  title: string,
  context: string,
  missing: readonly Parameters<typeof formatPermission>[0][],
): string {
  const list = formatNames(
    missing.map((permission) => formatPermission(permission)),
    most,
  );
  return l10n.t({
    message: "{0}: you don't have permission to {1} on {2}.",
    args: [title, list, context],
    comment: ['{0} is the name of a command, {1} is a list of RBAC permissions in English, such as "list pods".'],
  });
}
