/**
 * Shows one notification per cluster when a followed operation finishes, fails, or is stuck. notice.ts decides what to
 * report.
 */
import * as l10n from '@vscode/l10n';
import type { ClusterHealth } from '#core/status/health/clusterHealth.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { Notify } from '#client/vscode/notify.ts';
import type { ExtensionSettings } from '#client/vscode/settings.ts';
import type { ClusterSession } from '../sessions/clusterSession.ts';
import { nothingWatched, updateNotices, type Stuck, type Watched } from './notice.ts';
import { commands } from 'vscode';

export interface NoticesParts {
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
}

export class Notices {
  readonly #parts: NoticesParts;
  /** State of each session. It is garbage-collected together with the session. */
  readonly #watched = new WeakMap<ClusterSession, Watched>();

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  /**
   * Checks a cluster and shows a notification if needed.
   * @param now milliseconds since 1970
   */
  look(session: ClusterSession, { connection, kata }: ClusterHealth, now: number): void {
    // Outdated data causes no notifications.
    if (!connection.isFresh) return;
    const { progress } = kata;
    const before = this.#watched.get(session) ?? nothingWatched;
    const { watched, notice } = updateNotices(before, session.context, progress, stuckNodes(session, now));
    this.#watched.set(session, watched);
    // An operation that this window runs shows its own notifications.
    if (notice !== undefined && session.run === undefined)
      void this.#say(notice.kind === 'done' ? 'info' : 'warning', notice.message);
  }

  async #say(kind: 'info' | 'warning', message: string): Promise<void> {
    const { notify, settings } = this.#parts;
    if (!settings.notifications()) return;
    const show = l10n.t`Show Clusters`;
    const never = l10n.t`Don't Show Again`;
    const chosen = await notify.tell(kind, message, show, never);
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    if (chosen === never) await settings.muteNotifications();
  }
}

/** Returns the nodes that need attention. Checks only nodes where Kata is being installed or uninstalled. */
function stuckNodes({ snapshot, history }: ClusterSession, now: number): readonly Stuck[] {
  const { lists } = indexSnapshot(snapshot);
  const stuck: Stuck[] = [];
  for (const [node, list] of lists) {
    if (list !== 'installing' && list !== 'uninstalling') continue;
    const why = getNodeStatus(snapshot, node, now, history).stuck;
    if (why !== undefined) stuck.push({ node, why });
  }
  return stuck;
}
