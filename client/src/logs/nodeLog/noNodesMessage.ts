/** Why no node can be chosen, and what to do. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { SyncState } from '#core/cluster/syncState.ts';

export function noNodesWords(context: string, state: SyncState): string {
  if (state.kind !== 'forbidden') return l10n.t`No nodes of ${context} are known yet. Try again in a moment.`;
  // cluster-reader: OpenShift, "Default cluster roles".
  return l10n.t({
    message:
      'You may not {0} the nodes of {1}. Ask for the right (the ClusterRole cluster-reader has it), or open a saved log with Open a Log File...',
    args: [state.verb, context],
    comment: ['{0} is a verb of Kubernetes that stays English: list or watch.'],
  });
}
