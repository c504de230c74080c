/**
 * The clusters of the kubeconfig, and those of them that are open: side by side, and none knows of the others. Without
 * VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { hasFacts } from '#core/status/health/clusterInfo.ts';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { Result } from '#core/common/result.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import type { VisibilityController } from './visibility.ts';
import { ClusterSession } from './clusterSession.ts';
import type { ContextInfo, ContextList, FileProblem } from '../state/contextInfo.ts';
import { closedClusterNode } from '#client/tree/rows/cluster/closedClusterNode.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { kubeconfigProblemNodes } from '#client/tree/rows/cluster/kubeconfigProblemNodes.ts';
import { readKept, type KeptCluster } from '../state/savedClusters.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '../state/operationProgress.ts';

/** The kubeconfig, as this room asks it. */
export interface KubeconfigReader {
  /** As last read; nothing is contacted for it. */
  list(): ContextList;
  /**
   * A way to the cluster of a context; nothing is sent yet. The error says in words why there is none.
   * @param afresh programs that log in are asked about anew
   */
  connect(name: string, afresh?: boolean): Result<Connection, string>;
}

export interface OpenClustersParts {
  readonly source: KubeconfigReader;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly awake: VisibilityController;
  readonly log: (message: string) => void;
  /** Something changed: of one cluster, or of the list. */
  readonly changed: () => void;
  /** The paused or completed operation on a cluster, as the tree shows it. */
  readonly operation?: (cluster: {
    readonly context: string;
    readonly server: string;
  }) => OperationProgress | undefined;
  /** The saved clusters that were open when the window closed, or anything. */
  readonly leftOpen?: unknown;
  /** Which clusters are open changed. */
  readonly keep: (open: readonly KeptCluster[]) => void;
}

export class ClusterSessionStore {
  readonly #parts: OpenClustersParts;
  readonly #sessions = new Map<string, ClusterSession>();
  /** Which files could not be read when each was opened: it did not come from them. */
  readonly #unreadBefore = new Map<string, ReadonlySet<string>>();
  /** Why a cluster that somebody wanted to open is not. */
  readonly #problems = new Map<string, string>();
  /**
   * Clusters that were open when the window closed and aren't open yet. They stay saved, because others might open
   * first, such as a demo cluster.
   */
  readonly #leftOpen: Map<string, KeptCluster>;
  /** Against which files are checked, when the user chose. */
  #chosen: string | undefined;

  constructor(parts: OpenClustersParts) {
    this.#parts = parts;
    // Of several entries with the same name, the last one counts.
    this.#leftOpen = new Map(readKept(parts.leftOpen).map((cluster) => [cluster.name, cluster]));
  }

  get sessions(): readonly ClusterSession[] {
    return [...this.#sessions.values()];
  }

  session(name: string): ClusterSession | undefined {
    return this.#sessions.get(name);
  }

  get contexts(): readonly ContextInfo[] {
    return this.#parts.source.list().contexts;
  }

  /** Against which files are checked: the chosen one, else the first of those that can tell anything. */
  get forChecks(): ClusterSession | undefined {
    const chosen = this.#chosen === undefined ? undefined : this.#sessions.get(this.#chosen);
    return chosen ?? this.sessions.find(({ snapshot }) => hasFacts(snapshot)) ?? this.sessions[0];
  }

  choose(name: string | undefined): void {
    this.#chosen = name;
    this.#parts.changed();
  }

  /** The roots of the tree. */
  roots(now: number): readonly TreeNode[] {
    const forChecks = this.sessions.length > 1 ? this.forChecks : undefined;
    const rootOf = (info: ContextInfo): TreeNode => {
      const session = this.#sessions.get(info.name);
      const problem = this.#problems.get(info.name);
      if (session !== undefined)
        return clusterNode(session.seen(now), info, session === forChecks, this.#sessions.size > 1);
      const run = this.#parts.operation?.({ context: info.name, server: info.server });
      return closedClusterNode(info, {
        kind: 'closed',
        ...omitUndefined({ problem, paused: run?.state === 'paused' ? run : undefined }),
      });
    };
    const { contexts, problems } = this.#parts.source.list();
    const listed = new Set(contexts.map(({ name }) => name));
    const kept = this.sessions.filter(({ context }) => !listed.has(context));
    const said = kept.length === 0 ? problems : [...problems.filter(({ missing }) => !missing), ...this.#absences()];
    return [...contexts.map(rootOf), ...kept.map(({ info }) => rootOf(info)), ...kubeconfigProblemNodes(said)];
  }

  /** Contacts it, unless it is open. Only ever called because the user wants it. */
  open(name: string): void {
    if (this.#sessions.has(name)) return;
    const info = this.contexts.find((context) => context.name === name);
    if (info === undefined) return;
    const connection = this.#parts.source.connect(name);
    if (connection.ok) {
      this.#problems.delete(name);
      this.#begin(info, connection.value);
    } else this.#problems.set(name, connection.error);
    this.#leftOpen.delete(name);
    this.#keep();
    this.#parts.changed();
  }

  /**
   * Contacts the clusters that were open when the window closed, if the server, the user, and the route are still the
   * same. Clusters that the kubeconfig doesn't list yet remain for the next call, because some kubeconfigs are found
   * late, such as that of the Kubernetes extension.
   */
  reopen(): void {
    for (const { name, server, user, route } of this.#leftOpen.values()) {
      const info = this.contexts.find((context) => context.name === name);
      if (info === undefined) continue;
      if (info.server === server && info.user === user && info.route === route) this.open(name);
      else if (this.#leftOpen.delete(name)) this.#keep();
    }
  }

  /**
   * Contacts the cluster of this context when the context is of this server: another of the same name may stand in the
   * kubeconfig.
   */
  openAt(name: string, server: string): void {
    if (this.contexts.find((context) => context.name === name)?.server === server.replace(/\/+$/, '')) this.open(name);
  }

  close(name: string): void {
    this.#end(name);
    this.#problems.delete(name);
    this.#leftOpen.delete(name);
    this.#keep();
    this.#parts.changed();
  }

  /**
   * The user wants to know now. Where there are no credentials, they are looked for from the beginning: a refused
   * program is asked about anew.
   */
  tryNow(context?: string): void {
    // The kubeconfig is also read when a login is refused, before anybody is told: what stands there now may be another
    // cluster.
    if (this.sessions.some(({ info }) => !this.#isStill(info))) this.kubeconfigChanged();
    for (const session of this.sessions) {
      if (context !== undefined && session.context !== context) continue;
      const loggedOut = getConnectionState(session.snapshot).kind === 'unauthorized';
      const connection = loggedOut ? this.#parts.source.connect(session.context, true) : undefined;
      if (connection?.ok === true) session.reconnect(connection.value);
      else session.retryNow();
    }
  }

  /** The kubeconfig was read anew: what is open goes on with what stands there now. */
  kubeconfigChanged(): void {
    this.#problems.clear();
    for (const session of this.sessions) {
      const { name } = session.info;
      const info = this.contexts.find((context) => context.name === name);
      const loggedOut = getConnectionState(session.snapshot).kind === 'unauthorized';
      if (info === undefined) {
        // A file that cannot be read for a moment says nothing about its contexts.
        if (!this.#mayComeBack(name)) this.#end(name);
      } else if (info.server !== session.info.server) {
        // Another cluster under the old name: nobody has opened that one.
        this.#end(name);
        this.#problems.set(name, l10n.t`The server in the kubeconfig changed: ${info.server}`);
      } else if (info.route !== session.info.route) {
        // What was asked of one may be read by another now.
        this.#end(name);
        this.#problems.set(
          name,
          l10n.t`The connection settings in the kubeconfig changed (proxy, CA, or certificate verification): ${info.server}`,
        );
        this.#keep();
      } else if (info.user !== session.info.user) {
        this.#end(name);
        this.open(name);
      } else if (loggedOut) {
        const connection = this.#parts.source.connect(name);
        if (connection.ok) session.reconnect(connection.value);
      }
    }
    this.#parts.changed();
  }

  dispose(): void {
    for (const { context } of this.sessions) this.#end(context);
  }

  /** Whether its context is of the same cluster and user, and the same way there. */
  #isStill({ name, server, user, route }: ContextInfo): boolean {
    const now = this.contexts.find((context) => context.name === name);
    return now === undefined || (now.server === server && now.user === user && now.route === route);
  }

  /** What cannot be read now, as a whole. */
  #unread(): ReadonlySet<string> {
    const { problems, absent = [] } = this.#parts.source.list();
    return new Set([
      ...absent,
      ...problems.filter(({ whole, missing }) => whole === true || missing).map(({ file }) => file),
    ]);
  }

  /** Whether its context may stand in a file that cannot be read now, but could when it was opened. */
  #mayComeBack(name: string): boolean {
    const before = this.#unreadBefore.get(name);
    return [...this.#unread()].some((file) => before?.has(file) !== true);
  }

  #absences(): readonly FileProblem[] {
    const { absent = [] } = this.#parts.source.list();
    const message = l10n.t`file is empty or missing, open clusters stay open`;
    return absent.map((file) => ({ file, message, missing: false }));
  }

  #begin(info: ContextInfo, connection: Connection): void {
    const { clock, chance, log, changed, awake, operation } = this.#parts;
    const session = new ClusterSession({ info, connection, clock, chance, log, changed });
    this.#sessions.set(info.name, session);
    this.#unreadBefore.set(info.name, this.#unread());
    awake.add(session);
    const run = operation?.({ context: info.name, server: info.server });
    if (run !== undefined) session.showRun(run);
  }

  #end(name: string): void {
    const session = this.#sessions.get(name);
    if (session === undefined) return;
    this.#sessions.delete(name);
    this.#unreadBefore.delete(name);
    this.#parts.awake.remove(session);
    session.close();
  }

  #keep(): void {
    const open = this.sessions.map(({ info: { name, server, user, route } }) => ({
      name,
      server,
      user,
      ...omitUndefined({ route }),
    }));
    this.#parts.keep([...open, ...this.#leftOpen.values()]);
  }
}
