/** Explains why no node can be selected and what to do. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { SyncState } from '#core/cluster/syncState.ts';

export function noNodesMessage(context: string, state: SyncState): string {
  if (state.kind !== 'forbidden') return l10n.t`No nodes loaded from ${context} yet. Retry in a moment.`;
  // The cluster-reader role is described in the OpenShift documentation, "Default cluster roles".
  return l10n.t({
    message:
      "You don't have permission to {0} nodes on {1}. Request this permission, which the cluster-reader cluster role includes, or open a saved log with the Open Log File command.",
    args: [state.verb, context],
    comment: ["{0} is an RBAC verb that isn't translated: list or watch."],
  });
}
