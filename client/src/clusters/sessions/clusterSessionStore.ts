/**
 * Manages the clusters of the kubeconfig and the sessions of the open ones. The sessions are independent of each other.
 * Doesn't use VS Code.
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
import type { HistoryFile } from './sessionHistory.ts';
import type { ContextInfo, ContextList, FileProblem } from '../state/contextInfo.ts';
import { closedClusterNode } from '#client/tree/rows/cluster/closedClusterNode.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { kubeconfigProblemNodes } from '#client/tree/rows/cluster/kubeconfigProblemNodes.ts';
import { readKept, type KeptCluster } from '../state/savedClusters.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '../state/operationProgress.ts';

/** Reads contexts from the kubeconfig and creates connections. */
export interface KubeconfigReader {
  /** Returns the contexts as last read. Doesn't contact any cluster. */
  list(): ContextList;
  /**
   * Creates a connection to the cluster of a context. Sends no request yet. If it fails, the error is a message for the
   * user.
   * @param afresh true to ask the user again which credential plugins may run
   */
  connect(name: string, afresh?: boolean): Result<Connection, string>;
}

export interface OpenClustersParts {
  readonly source: KubeconfigReader;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly awake: VisibilityController;
  readonly log: (message: string) => void;
  /** Called when a cluster or the list of clusters changes. */
  readonly changed: () => void;
  /** The paused or completed operation on a cluster, as the tree shows it. */
  readonly operation?: (cluster: {
    readonly context: string;
    readonly server: string;
  }) => OperationProgress | undefined;
  /** Returns the file in which the history of a cluster is saved. */
  readonly historyFile?: (info: ContextInfo) => HistoryFile;
  /** Returns whether `osc.readOnly` is on. */
  readonly isReadOnly?: () => boolean;
  /** The saved clusters that were open when the window closed. The stored value can have any shape. */
  readonly leftOpen?: unknown;
  /** Called when the set of open clusters changes. */
  readonly keep: (open: readonly KeptCluster[]) => void;
}

export class ClusterSessionStore {
  readonly #parts: OpenClustersParts;
  readonly #sessions = new Map<string, ClusterSession>();
  /**
   * For each cluster, the files that couldn't be read when the cluster was opened. The context of the cluster doesn't
   * come from these files.
   */
  readonly #unreadBefore = new Map<string, ReadonlySet<string>>();
  /** Messages that explain why a cluster couldn't be opened or was closed, by context. */
  readonly #problems = new Map<string, string>();
  /**
   * Clusters that were open when the window closed and aren't open yet. They stay saved even if other clusters, such as
   * a demo cluster, open first.
   */
  readonly #leftOpen: Map<string, KeptCluster>;
  /** The namespace filters of closed clusters, by context and server, oldest first. */
  readonly #closedFilters: Map<string, KeptCluster>;
  /** Context of the cluster that the user chose to check files against. */
  #chosen: string | undefined;

  constructor(parts: OpenClustersParts) {
    this.#parts = parts;
    // If several entries have the same name, the last one applies.
    const kept = readKept(parts.leftOpen);
    this.#leftOpen = new Map(
      kept.filter(({ isClosed }) => isClosed !== true).map((cluster) => [cluster.name, cluster]),
    );
    this.#closedFilters = new Map(
      kept.filter(({ isClosed }) => isClosed === true).map((cluster) => [filterKey(cluster), cluster]),
    );
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

  /**
   * The cluster that files are checked against: the chosen one, otherwise the first with facts, otherwise the first
   * open cluster.
   */
  get forChecks(): ClusterSession | undefined {
    const chosen = this.#chosen === undefined ? undefined : this.#sessions.get(this.#chosen);
    return chosen ?? this.sessions.find(({ snapshot }) => hasFacts(snapshot)) ?? this.sessions[0];
  }

  choose(name: string | undefined): void {
    this.#chosen = name;
    this.#parts.changed();
  }

  /** Returns the root nodes of the tree. */
  roots(now: number): readonly TreeNode[] {
    const forChecks = this.sessions.length > 1 ? this.forChecks : undefined;
    const readOnly = this.#parts.isReadOnly?.() === true;
    const rootOf = (info: ContextInfo): TreeNode => {
      const session = this.#sessions.get(info.name);
      const problem = this.#problems.get(info.name);
      if (session !== undefined)
        return clusterNode({ ...session.seen(now), readOnly }, info, session === forChecks, this.#sessions.size > 1);
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

  /** Notes that the user expanded or collapsed a row, because some data is read only while a row is expanded. */
  expanded({ target, demands }: TreeNode, isExpanded: boolean): void {
    if (demands !== undefined) this.session(target?.context ?? '')?.expanded(demands, isExpanded);
  }

  /** Contacts a cluster, unless it's already open. Call this only if the user wants to open the cluster. */
  open(name: string): void {
    if (this.#sessions.has(name)) return;
    const info = this.contexts.find((context) => context.name === name);
    if (info === undefined) return;
    const connection = this.#parts.source.connect(name);
    if (connection.ok) {
      this.#problems.delete(name);
      this.#begin(info, connection.value, this.#leftOpen.get(name) ?? this.#closedFilters.get(filterKey(info)));
    } else this.#problems.set(name, connection.error);
    this.#leftOpen.delete(name);
    this.#keep();
    this.#parts.changed();
  }

  /**
   * Contacts the clusters that were open when the window closed, if the server, the user, and the route are still the
   * same. Clusters that the kubeconfig doesn't list yet remain for the next call, because some kubeconfigs, such as the
   * one of the Kubernetes extension, are found late.
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
   * Contacts the cluster of a context only if the context has the given server, because the kubeconfig can contain
   * another context with the same name.
   */
  openAt(name: string, server: string): void {
    if (this.contexts.find((context) => context.name === name)?.server === server.replace(/\/+$/, '')) this.open(name);
  }

  close(name: string): void {
    this.#end(name);
    this.#problems.delete(name);
    const left = this.#leftOpen.get(name);
    if (left !== undefined) this.#keepFilter(left);
    this.#leftOpen.delete(name);
    this.#keep();
    this.#parts.changed();
  }

  /**
   * Retries immediately at the user's request. If a login is required, obtains new credentials and asks again about
   * credential plugins that the user rejected.
   */
  tryNow(context?: string): void {
    // The kubeconfig is also read again before the user sees that a login was rejected. By then, a context might refer
    // to another cluster.
    if (this.sessions.some(({ info }) => !this.#isStill(info))) this.kubeconfigChanged();
    for (const session of this.sessions) {
      if (context !== undefined && session.context !== context) continue;
      const loggedOut = getConnectionState(session.snapshot).kind === 'unauthorized';
      const connection = loggedOut ? this.#parts.source.connect(session.context, true) : undefined;
      if (connection?.ok === true) session.reconnect(connection.value);
      else session.retryNow();
    }
  }

  /** Opens a cluster after the user logged in, or connects it again with the new login. */
  useLogin(context: string): void {
    const session = this.#sessions.get(context);
    if (session === undefined) return this.open(context);
    const connection = this.#parts.source.connect(context);
    if (connection.ok) session.reconnect(connection.value);
  }

  /** Updates the open clusters after the kubeconfig was read again. */
  kubeconfigChanged(): void {
    this.#problems.clear();
    for (const session of this.sessions) {
      const { name } = session.info;
      const info = this.contexts.find((context) => context.name === name);
      const loggedOut = getConnectionState(session.snapshot).kind === 'unauthorized';
      if (info === undefined) {
        // If a file is temporarily unreadable, its contexts might still exist.
        if (!this.#mayComeBack(name)) this.#end(name);
      } else if (info.server !== session.info.server) {
        // The name now refers to another cluster, which the user hasn't opened.
        this.#end(name);
        this.#problems.set(name, l10n.t`Closed because the server in the kubeconfig changed to ${info.server}`);
      } else if (info.route !== session.info.route) {
        // With a different proxy, CA, or certificate verification, another party might read the requests.
        this.#end(name);
        this.#problems.set(
          name,
          l10n.t`Closed because the proxy, CA, or certificate verification for ${info.server} changed in the kubeconfig`,
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

  /** Saves the histories of the open clusters, because the window closes. Never rejects. */
  async shutDown(): Promise<void> {
    await Promise.all(Array.from(this.#sessions.values(), (session) => session.saveHistory()));
  }

  dispose(): void {
    for (const { context } of this.sessions) this.#end(context);
  }

  /** Returns whether the context still has the same cluster, user, and route, or is no longer listed. */
  #isStill({ name, server, user, route }: ContextInfo): boolean {
    const now = this.contexts.find((context) => context.name === name);
    return now === undefined || (now.server === server && now.user === user && now.route === route);
  }

  /** Returns the files that can't be read at all now. */
  #unread(): ReadonlySet<string> {
    const { problems, absent = [] } = this.#parts.source.list();
    return new Set([
      ...absent,
      ...problems.filter(({ whole, missing }) => whole === true || missing).map(({ file }) => file),
    ]);
  }

  /**
   * Returns whether the context might be in a file that can't be read now but was readable when the cluster was opened.
   */
  #mayComeBack(name: string): boolean {
    const before = this.#unreadBefore.get(name);
    return [...this.#unread()].some((file) => before?.has(file) !== true);
  }

  #absences(): readonly FileProblem[] {
    const { absent = [] } = this.#parts.source.list();
    const message = l10n.t`empty or missing (clusters that you opened from this file stay open)`;
    return absent.map((file) => ({ file, message, missing: false }));
  }

  #begin(info: ContextInfo, connection: Connection, kept: KeptCluster | undefined): void {
    const { clock, chance, log, changed, awake, operation, historyFile } = this.#parts;
    // The context might refer to another cluster now.
    const namespaces = kept?.server === info.server ? kept.namespaces : undefined;
    const session = new ClusterSession({
      info,
      connection,
      clock,
      chance,
      log,
      changed,
      keepNamespaces: () => this.#keep(),
      ...omitUndefined({ namespaces, historyFile: historyFile?.(info) }),
    });
    this.#closedFilters.delete(filterKey(info));
    this.#sessions.set(info.name, session);
    this.#unreadBefore.set(info.name, this.#unread());
    awake.add(session);
    const run = operation?.({ context: info.name, server: info.server });
    if (run !== undefined) session.showRun(run);
  }

  #end(name: string): void {
    const session = this.#sessions.get(name);
    if (session === undefined) return;
    const { info, selectedNamespaces: namespaces } = session;
    this.#keepFilter(toKept(info, namespaces));
    this.#sessions.delete(name);
    this.#unreadBefore.delete(name);
    this.#parts.awake.remove(session);
    session.close();
  }

  /** Keeps the namespace filter of a cluster that is closed, if it has one. */
  #keepFilter(cluster: KeptCluster): void {
    if (cluster.namespaces === undefined) return;
    this.#closedFilters.set(filterKey(cluster), { ...cluster, isClosed: true });
    const [oldest] = this.#closedFilters.keys();
    if (oldest !== undefined && this.#closedFilters.size > mostClosedFilters) this.#closedFilters.delete(oldest);
  }

  #keep(): void {
    const open = this.sessions.map(({ info, selectedNamespaces }) => toKept(info, selectedNamespaces));
    this.#parts.keep([...open, ...this.#leftOpen.values(), ...this.#closedFilters.values()]);
  }
}

/** Maximum number of closed clusters whose namespace filter is kept. */
const mostClosedFilters = 50;

/** Key of a namespace filter. The context can refer to another cluster later. */
function filterKey({ name, server }: Pick<KeptCluster, 'name' | 'server'>): string {
  return `${name}\n${server}`;
}

function toKept({ name, server, user, route }: ContextInfo, namespaces: readonly string[]): KeptCluster {
  return {
    name,
    server,
    user,
    ...omitUndefined({ route, namespaces: namespaces.length === 0 ? undefined : namespaces }),
  };
}
