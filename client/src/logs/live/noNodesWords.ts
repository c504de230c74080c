/** Why no node can be chosen, and what to do. Without VS Code. */
import type { SyncState } from '../../../../core/live/syncState.ts';

export function noNodesWords(context: string, state: SyncState): string {
  if (state.kind !== 'forbidden') return `No nodes of ${context} are known yet. Try again in a moment.`;
  // cluster-reader: OpenShift, "Default cluster roles".
  return `You may not ${state.verb} the nodes of ${context}. Ask for the right (the ClusterRole cluster-reader has it), or open a saved log with Open a Log File...`;
}
