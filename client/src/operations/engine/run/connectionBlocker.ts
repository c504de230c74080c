/** Whether a cluster can be worked on at all, from how what is followed stands. Pure. */
import * as l10n from '@vscode/l10n';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

export interface Away {
  /** `blocked`: something is wrong; `working`: it is only being read. */
  readonly state: 'blocked' | 'working';
  readonly words: string;
  /** What the operation is waiting for; undefined while the cluster is being read. */
  readonly waitsFor?: 'connection' | 'login';
}

/** Undefined: what is known of it is what it has. */
export function getConnectionBlocker(snapshot: Snapshot): Away | undefined {
  const state = getConnectionState(snapshot);
  switch (state.kind) {
    case 'live':
    case 'forbidden':
      return undefined;
    case 'unauthorized':
      return {
        state: 'blocked',
        waitsFor: 'login',
        words: l10n.t`The cluster rejects the login. Log in again. The operation then continues automatically.`,
      };
    case 'unreachable':
    case 'reconnecting':
      return {
        state: 'blocked',
        waitsFor: 'connection',
        words: l10n.t`The cluster doesn't respond. The operation continues automatically when it does. ${sanitizeLine(state.trouble.message, 200)}`,
      };
    default:
      return { state: 'working', words: l10n.t`The extension is reading the cluster.` };
  }
}
