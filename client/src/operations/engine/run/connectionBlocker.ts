/** Determines whether the connection to a cluster prevents an operation from continuing. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

export interface ConnectionBlocker {
  /** `blocked`: the connection has a problem; `working`: the cluster is still being read. */
  readonly state: 'blocked' | 'working';
  readonly words: string;
  /** What the operation is waiting for. Undefined while the cluster is being read. */
  readonly waitsFor?: 'connection' | 'login';
}

/** Returns why the operation can't continue. Returns undefined if the snapshot is up to date. */
export function getConnectionBlocker(snapshot: Snapshot): ConnectionBlocker | undefined {
  const state = getConnectionState(snapshot);
  switch (state.kind) {
    case 'live':
    case 'forbidden':
      return undefined;
    case 'unauthorized':
      return {
        state: 'blocked',
        waitsFor: 'login',
        words: l10n.t`The cluster rejected the login. Log in again, and the operation continues automatically.`,
      };
    case 'unreachable':
    case 'reconnecting':
      return {
        state: 'blocked',
        waitsFor: 'connection',
        words: l10n.t`The cluster isn't responding. When it responds again, the operation continues automatically. ${sanitizeLine(state.trouble.message, 200)}`,
      };
    default:
      return { state: 'working', words: l10n.t`The extension is reading the cluster.` };
  }
}
