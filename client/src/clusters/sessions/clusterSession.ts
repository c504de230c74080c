/** Represents one open cluster: its watched resources, its history, and data read on demand. Doesn't use VS Code. */
import type { ClusterHistory } from '#core/cluster/history.ts';
import { omitUndefined, getString } from '#core/common/json.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { watchedKindIds } from '#core/cluster/watchedKinds/index.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { runExec } from '#client/kubernetes/exec/runExec.ts';
import { followingHost } from '#client/kubernetes/transport/reconnectingHost.ts';
import type { ContextInfo } from '../state/contextInfo.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isSecretReference } from '#client/kubernetes/read/readableKinds.ts';
import type { SandboxCountHistory } from '../state/sandboxCountHistory.ts';
import { allNamespacesScope, type NamespaceScope } from '../state/namespaceScope.ts';
import type { OperationProgress } from '../state/operationProgress.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';
import type { WorkloadGrouping } from '../state/workloads.ts';
import type { TreeDemand } from '#client/tree/model/nodeView.ts';
import { listObjectNames } from '#core/operations/permissions/objectNames.ts';
import type { PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import { consoleConfigMap, readConsoleUrl } from '../documents/consoleUrl.ts';
import { ExpandedRows } from './expandedRows.ts';
import { hasAnswered, PermissionCache } from './permissionCache.ts';
import { RelatedReader } from './relatedReader.ts';
import { SessionHistory, type HistoryFile } from './sessionHistory.ts';

export interface SessionParts {
  readonly info: ContextInfo;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  /** Namespaces to which the user limited workloads. Empty for all namespaces. */
  readonly namespaces?: readonly string[];
  /** Called when the user limits workloads to namespaces. */
  readonly keepNamespaces?: () => void;
  /** Called when any data of the session changes. */
  readonly changed: () => void;
  /** File of the history. Undefined if the history isn't saved. */
  readonly historyFile?: HistoryFile;
}

/** Time in milliseconds for which the result of a workload search is valid. */
const searchCounts = 60_000;

export class ClusterSession {
  readonly #parts: SessionParts;
  readonly #live: ClusterWatcher;
  readonly #expandedRows: ExpandedRows;
  readonly #permissions: PermissionCache;
  readonly #related: RelatedReader;
  readonly #shown = new Map<string, number>();
  readonly #ended = new AbortController();
  #connection: Connection;
  readonly #history: SessionHistory;
  #before: Snapshot;
  #consoleUrl: string | undefined;
  #askedConsole = false;
  #run: OperationProgress | undefined;
  /** When a search last found no workloads, in milliseconds since 1970. */
  #withoutWorkloads: number | undefined;
  #running: SandboxCountHistory | undefined;
  #workloadGrouping: WorkloadGrouping = 'owner';
  readonly #listeners = new Set<() => void>();
  /**
   * A stable connection for callers. It forwards each call to the current connection, so callers don't notice a
   * reconnect.
   */
  readonly connection: Connection;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { clock, chance, log, historyFile: file } = parts;
    this.#history = new SessionHistory({
      clock,
      file,
      log,
      changed: () => this.#changed(),
      readEvents: async () => {
        const { readHistoryEvents } = await import('#client/kubernetes/events/readHistoryEvents.ts');
        return readHistoryEvents(this.connection, this.#ended.signal);
      },
    });
    this.#connection = parts.connection;
    this.connection = {
      identity: parts.connection.identity,
      ask: (path, options) => this.#noted(this.#connection.ask(path, options)),
      send: (path, options) => this.#noted(this.#connection.send(path, options)),
      stream: (path, options) => this.#noted(this.#connection.stream(path, options)),
      exec: (options) => this.#noted(runExec(this.#connection, options)),
      withoutCredentials: (text) => this.#connection.withoutCredentials?.(text) ?? text,
      allowRenewal: () => this.#connection.allowRenewal?.(),
      otherHost: (options) => followingHost(() => this.#connection, options),
      close: () => this.#connection.close(),
    };
    this.#permissions = new PermissionCache({
      connection: this.connection,
      clock,
      namespace: parts.info.namespace,
      objectNames: () => listObjectNames(this.snapshot),
      changed: () => this.#changed(),
    });
    this.#live = new ClusterWatcher({ connection: this.connection, clock, chance, log });
    const changed = (): void => this.#changed();
    this.#expandedRows = new ExpandedRows({
      connection: this.connection,
      clock,
      chance,
      log,
      changed,
      snapshot: () => this.snapshot,
      fallbackNamespace: parts.info.namespace,
      ...omitUndefined({ namespaces: parts.namespaces }),
    });
    this.#related = new RelatedReader({ connection: this.connection, clock, changed });
    this.#before = this.#live.snapshot;
    this.#live.onChange((snapshot) => this.#take(snapshot));
    this.#live.follow();
    this.checkNamespaces();
  }

  get context(): string {
    return this.#parts.info.name;
  }

  get info(): ContextInfo {
    return this.#parts.info;
  }

  get snapshot(): Snapshot {
    return this.#live.snapshot;
  }

  get history(): ClusterHistory {
    return this.#history.current;
  }

  /** The operation that is in progress on the cluster or just finished. */
  get run(): OperationProgress | undefined {
    return this.#run;
  }

  /** True if an operation is in progress on the cluster. */
  get isBusy(): boolean {
    return this.#run !== undefined && this.#run.state !== 'done' && this.#run.state !== 'paused';
  }

  /** Stores whether a search found workloads outside the platform namespaces. */
  noteWorkloads(found: boolean): void {
    this.#withoutWorkloads = found ? undefined : this.#parts.clock.now();
    this.#changed();
  }

  /**
   * Returns false for a short time after a search found no workloads. Another client can create a workload at any time.
   * @param now milliseconds since 1970
   */
  mayHaveWorkloads(now: number): boolean {
    return this.#withoutWorkloads === undefined || now - this.#withoutWorkloads > searchCounts;
  }

  /** The permissions of the user as last reviewed. Undefined if they aren't known yet. */
  get permissions(): PermissionReview | undefined {
    return this.#permissions.review;
  }

  /**
   * Reviews the permissions again if the last review is older than `age`. Never rejects.
   * @param age milliseconds
   */
  reviewPermissions(age: number): Promise<PermissionReview | undefined> {
    return this.#permissions.renew(age);
  }

  /** True if the session hasn't been closed. */
  get isOpen(): boolean {
    return !this.#ended.signal.aborted;
  }

  /** Shows the operation that is in progress on the cluster. */
  showRun(run: OperationProgress | undefined): void {
    this.#run = run;
    this.#changed();
  }

  /** Shows the sandbox counts from the cluster metrics in tooltips. */
  showRunning(running: SandboxCountHistory): void {
    this.#running = running;
    this.#changed();
  }

  /**
   * Calls the listener when any data of the session changes.
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void {
    // A wrapper, so that the same function can be registered twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Address of the console, if the cluster publishes it. */
  get consoleUrl(): string | undefined {
    return this.#consoleUrl;
  }

  /**
   * Returns the input for the tree nodes of the cluster.
   * @param now milliseconds since 1970
   */
  seen(now: number): ClusterTreeInput {
    return {
      context: this.context,
      snapshot: this.snapshot,
      now,
      history: this.#history.current,
      ...this.#expandedRows.seen,
      related: this.#related.state,
      workloadGrouping: this.#workloadGrouping,
      scope: this.scope,
      shown: this.#shown,
      console: this.#consoleUrl !== undefined,
      ...omitUndefined({ run: this.#run, running: this.#running, permissions: this.permissions }),
    };
  }

  /** Namespaces that the user selected for workloads. Empty for all namespaces. */
  get selectedNamespaces(): readonly string[] {
    return this.#expandedRows.workloads.selectedNamespaces;
  }

  /** Namespaces whose workloads are shown, and that commands use. Empty for all namespaces. */
  get namespaces(): readonly string[] {
    return this.scope.namespaces;
  }

  /** Namespaces to which rows and commands are limited, with the reason. */
  get scope(): NamespaceScope {
    const { selectedNamespaces: selected, missingNamespaces: missing, isLimited } = this.#expandedRows.workloads;
    if (selected.length > 0) return { namespaces: selected, isSelected: true, missing };
    const own = this.#parts.info.namespace;
    // The permissions are known before the group of pods is expanded.
    return own !== undefined && (isLimited || this.permissions?.states.get('list pods') === 'missing')
      ? { namespaces: [own], isSelected: false }
      : allNamespacesScope;
  }

  /** Limits workloads to namespaces. An empty list removes the limit. */
  selectNamespaces(namespaces: readonly string[]): void {
    this.#expandedRows.workloads.selectNamespaces(namespaces);
    this.#parts.keepNamespaces?.();
  }

  /** Checks whether the namespaces of the filter exist, because a command uses them. */
  checkNamespaces(): void {
    this.#expandedRows.workloads.checkNamespaces();
  }

  get workloadGrouping(): WorkloadGrouping {
    return this.#workloadGrouping;
  }

  /** Groups the rows of Kata pods. */
  groupWorkloads(grouping: WorkloadGrouping): void {
    this.#workloadGrouping = grouping;
    this.#changed();
  }

  /** Shows the given number of items of a long group. */
  show(group: string, number: number): void {
    this.#shown.set(group, number);
    this.#changed();
  }

  shown(group: string): number | undefined {
    return this.#shown.get(group);
  }

  pause(): void {
    this.#live.pause();
    this.#expandedRows.pause();
  }

  resume(): void {
    this.#live.resume();
    this.#expandedRows.resume();
  }

  lookedAt(isLookedAt: boolean): void {
    this.#live.lookedAt(isLookedAt);
    if (isLookedAt && this.permissions !== undefined) void this.#permissions.renew();
  }

  /** Replaces the connection after the credentials changed. Keeps the data that was already read. */
  reconnect(connection: Connection): void {
    const before = this.#connection;
    this.#connection = connection;
    before.close();
    // Another user might be logged in.
    this.#permissions.forget();
    this.retryNow();
  }

  /** Checks immediately whether the cluster now has resource kinds that it didn't have before. */
  lookAgain(): void {
    this.#live.lookAgain();
  }

  retryNow(): void {
    this.#askedConsole = this.#consoleUrl !== undefined;
    // Without a login, the reviews follow the first response.
    if (hasAnswered(this.snapshot)) void this.#permissions.renew(0);
    this.#live.retryNow();
    this.#expandedRows.retryNow();
    this.#related.retry();
  }

  /** Notes that a row that needs data is expanded or collapsed. */
  expanded(demand: TreeDemand, isExpanded: boolean): void {
    if (demand.kind === 'related') return this.#related.expanded(isExpanded);
    this.#expandedRows.expanded(demand, isExpanded);
  }

  /** Reads one object from the cluster. For Secrets, requests only the metadata. */
  object(reference: ObjectReference): Promise<ApiResult<unknown>> {
    const accept = isSecretReference(reference)
      ? 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
      : undefined;
    return this.#connection.ask(getObjectPath(reference), {
      signal: this.#ended.signal,
      ...(accept === undefined ? {} : { accept }),
    });
  }

  /** Saves the history now, because the window closes. Never rejects. */
  saveHistory(): Promise<void> {
    return this.#history.saveNow();
  }

  close(): void {
    this.#ended.abort();
    for (const listener of Array.from(this.#listeners)) listener();
    this.#listeners.clear();
    void this.#history.saveNow();
    this.#permissions.close();
    this.#live.close();
    this.#expandedRows.stop();
    this.#related.stop();
    this.#connection.close();
  }

  #changed(): void {
    this.#parts.changed();
    for (const listener of Array.from(this.#listeners)) listener();
  }

  #take(snapshot: Snapshot): void {
    this.#history.record(this.#before, snapshot);
    const isGranted = watchedKindIds.some(
      (id) => this.#before[id].state.kind === 'forbidden' && snapshot[id].state.kind === 'live',
    );
    this.#before = snapshot;
    this.#expandedRows.snapshotChanged();
    if (isGranted) this.#permissions.notePermission();
    else if (this.permissions === undefined && hasAnswered(snapshot)) void this.#permissions.renew();
    else this.#permissions.noteObjects();
    // A successful response shows that the cluster is reachable and the credentials are valid.
    if (!this.#askedConsole && Object.values(snapshot).some(({ state }) => state.kind === 'live')) {
      // Without the address, only the link to the console is missing, so errors are ignored.
      this.#findConsole().catch(() => undefined);
    }
    this.#changed();
  }

  /** Compares a denied request with the reviewed permissions. Returns the response. */
  async #noted<T>(response: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const answer = await response;
    if (!answer.ok) this.#permissions.noteProblem(answer.error);
    return answer;
  }

  async #findConsole(): Promise<void> {
    this.#askedConsole = true;
    const answer = await this.object(consoleConfigMap);
    if (!answer.ok) return;
    this.#consoleUrl = readConsoleUrl(getString(answer.value, 'data', 'consoleURL') ?? '');
    if (this.#consoleUrl !== undefined) this.#changed();
  }
}
