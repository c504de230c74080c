/** Returns the interface of a session for other features. Doesn't use VS Code. */
import { omitUndefined } from '#core/common/json.ts';
import type { ClusterSession } from './clusterSession.ts';
import type { OpenCluster } from '../state/openCluster.ts';

export function openClusterOf(session: ClusterSession | undefined): OpenCluster | undefined {
  if (session === undefined) return undefined;
  const { context, info, connection } = session;
  return {
    context,
    server: info.server,
    user: info.user,
    ...omitUndefined({ unverified: info.unverified }),
    connection,
    reach: connection,
    get consoleUrl() {
      return session.consoleUrl;
    },
    get snapshot() {
      return session.snapshot;
    },
    get history() {
      return session.history;
    },
    get run() {
      return session.run;
    },
    get permissions() {
      return session.permissions;
    },
    reviewPermissions: (age) => session.reviewPermissions(age),
    get isOpen() {
      return session.isOpen;
    },
    lookAgain: () => session.lookAgain(),
    onChange: (listener) => ({ dispose: session.onChange(listener) }),
    show: (run) => session.showRun(run),
    noteWorkloads: (found) => session.noteWorkloads(found),
    get namespaces() {
      return session.namespaces;
    },
    get selectedNamespaces() {
      return session.selectedNamespaces;
    },
    selectNamespaces: (namespaces) => session.selectNamespaces(namespaces),
    get workloadGrouping() {
      return session.workloadGrouping;
    },
    groupWorkloads: (grouping) => session.groupWorkloads(grouping),
    showRunning: (running) => session.showRunning(running),
  };
}
