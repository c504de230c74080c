/** Describes a lost connection for a command that needs one. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';

export interface ConnectionProblem {
  readonly kind: 'unreachable' | 'unauthorized';
  readonly message: string;
}

/** Returns the connection problem, or undefined if the cluster responds or its state isn't known yet. */
export function connectionProblem(context: string, snapshot: Snapshot): ConnectionProblem | undefined {
  const state = getConnectionState(snapshot);
  if (state.kind === 'unauthorized')
    return { kind: state.kind, message: l10n.t`${context} requires a login. Log in, then run the command again.` };
  if (state.kind !== 'unreachable') return undefined;
  const reason = sanitizeLine(state.trouble.message, 200).replace(/\.$/, '');
  return {
    kind: state.kind,
    message: l10n.t`${context} is unreachable: ${reason}. Run the command again when the cluster responds.`,
  };
}
