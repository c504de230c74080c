/**
 * One open cluster: what is followed of it, what was seen since it was opened, and what is fetched on demand. Without
 * VS Code.
 */
import * as l10n from '@vscode/l10n';
import { emptyHistory, recordTransitions, type ClusterHistory } from '#core/cluster/history.ts';
import { omitUndefined, getString } from '#core/common/json.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import { listPodsInPages } from '#client/kubernetes/read/listPodsInPages.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { followingHost } from '#client/kubernetes/transport/reconnectingHost.ts';
import type { ContextInfo } from '../state/contextInfo.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isSecretReference } from '#client/kubernetes/read/readableKinds.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';
import type { SandboxCountHistory } from '../state/sandboxCountHistory.ts';
import type { OperationProgress } from '../state/operationProgress.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';
import type { WorkloadsState } from '../state/workloads.ts';

export interface SessionParts {
  readonly info: ContextInfo;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  /** Something of it changed. */
  readonly changed: () => void;
}

/**
 * Where OpenShift says under which address its console is. Source: openshift/console-operator, ConfigMap
 * console-public; read by all who are logged in.
 */
const consoleMap: ObjectReference = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespace: 'openshift-config-managed',
  name: 'console-public',
};

/** Time in milliseconds for which the result of a workload search is valid. */
const searchCounts = 60_000;

export class ClusterSession {
  readonly #parts: SessionParts;
  readonly #live: ClusterWatcher;
  readonly #shown = new Map<string, number>();
  readonly #ended = new AbortController();
  #connection: Connection;
  #history: ClusterHistory = emptyHistory;
  #before: Snapshot;
  /** The search for pods that counts. */
  #search: AbortController | undefined;
  #workloads: WorkloadsState = { kind: 'unasked' };
  #consoleUrl: string | undefined;
  #askedConsole = false;
  #run: OperationProgress | undefined;
  /** When a search last found no workloads, in milliseconds since 1970. */
  #withoutWorkloads: number | undefined;
  #running: SandboxCountHistory | undefined;
  readonly #listeners = new Set<() => void>();
  /** Whoever asks or follows is not told that the way there has changed. */
  readonly connection: Connection;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { clock, chance, log } = parts;
    this.#connection = parts.connection;
    this.connection = {
      identity: parts.connection.identity,
      ask: (path, options) => this.#connection.ask(path, options),
      send: (path, options) => this.#connection.send(path, options),
      stream: (path, options) => this.#connection.stream(path, options),
      withoutCredentials: (text) => this.#connection.withoutCredentials?.(text) ?? text,
      allowRenewal: () => this.#connection.allowRenewal?.(),
      otherHost: (options) => followingHost(() => this.#connection, options),
      close: () => this.#connection.close(),
    };
    this.#live = new ClusterWatcher({ connection: this.connection, clock, chance, log });
    this.#before = this.#live.snapshot;
    this.#live.onChange((snapshot) => this.#take(snapshot));
    this.#live.follow();
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
    return this.#history;
  }

  /** What is being done there, or was until a moment ago. */
  get run(): OperationProgress | undefined {
    return this.#run;
  }

  /** Something is being done there. */
  get isBusy(): boolean {
    return this.#run !== undefined && this.#run.state !== 'done' && this.#run.state !== 'paused';
  }

  /** Stores whether a search found workloads outside the namespaces of the platform. */
  noteWorkloads(found: boolean): void {
    this.#withoutWorkloads = found ? undefined : this.#parts.clock.now();
    this.#changed();
  }

  /**
   * Returns false for a short time after a search found no workloads. Another client can create one at any time.
   * @param now milliseconds since 1970
   */
  mayHaveWorkloads(now: number): boolean {
    return this.#withoutWorkloads === undefined || now - this.#withoutWorkloads > searchCounts;
  }

  /** Whether nobody has closed it. */
  get isOpen(): boolean {
    return !this.#ended.signal.aborted;
  }

  /** Shows what is being done there. */
  showRun(run: OperationProgress | undefined): void {
    this.#run = run;
    this.#changed();
  }

  /** Shows in tooltips what was read of its metrics. */
  showRunning(running: SandboxCountHistory): void {
    this.#running = running;
    this.#changed();
  }

  /** Calls back when something of it changed. @returns takes it back */
  onChange(listener: () => void): () => void {
    // Of its own, so that the same function may be registered twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Of the console, where the cluster says it. */
  get consoleUrl(): string | undefined {
    return this.#consoleUrl;
  }

  /** What nodes of the tree are made from. @param now milliseconds since 1970 */
  seen(now: number): ClusterTreeInput {
    return {
      context: this.context,
      snapshot: this.snapshot,
      now,
      history: this.#history,
      workloads: this.#workloads,
      shown: this.#shown,
      console: this.#consoleUrl !== undefined,
      ...omitUndefined({ run: this.#run, running: this.#running }),
    };
  }

  /** Shows so many of a long group. */
  show(group: string, number: number): void {
    this.#shown.set(group, number);
    this.#changed();
  }

  shown(group: string): number | undefined {
    return this.#shown.get(group);
  }

  pause(): void {
    this.#live.pause();
  }

  resume(): void {
    this.#live.resume();
  }

  lookedAt(isLookedAt: boolean): void {
    this.#live.lookedAt(isLookedAt);
  }

  /** There are other credentials: goes on with what is known, over another connection. */
  reconnect(connection: Connection): void {
    const before = this.#connection;
    this.#connection = connection;
    before.close();
    this.retryNow();
  }

  /** Kinds that the cluster did not have are looked for now. */
  lookAgain(): void {
    this.#live.lookAgain();
  }

  retryNow(): void {
    this.#askedConsole = this.#consoleUrl !== undefined;
    this.#live.retryNow();
    if (this.#workloads.kind !== 'unasked') this.#findWorkloads();
  }

  /** Looks for pods with kata, when nobody has yet. */
  wantWorkloads(): void {
    if (this.#workloads.kind === 'unasked') this.#findWorkloads();
  }

  /** One object as the cluster has it. Of Secrets only the metadata crosses the wire. */
  object(reference: ObjectReference): Promise<ApiResult<unknown>> {
    const accept = isSecretReference(reference)
      ? 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
      : undefined;
    return this.#connection.ask(getObjectPath(reference), {
      signal: this.#ended.signal,
      ...(accept === undefined ? {} : { accept }),
    });
  }

  close(): void {
    this.#ended.abort();
    for (const listener of Array.from(this.#listeners)) listener();
    this.#listeners.clear();
    this.#search?.abort();
    this.#live.close();
    this.#connection.close();
  }

  #changed(): void {
    this.#parts.changed();
    for (const listener of Array.from(this.#listeners)) listener();
  }

  #take(snapshot: Snapshot): void {
    this.#history = recordTransitions(this.#history, this.#before, snapshot, this.#parts.clock.now());
    this.#before = snapshot;
    // The first answer: there is a way to the cluster, and the credentials are good.
    if (!this.#askedConsole && Object.values(snapshot).some(({ state }) => state.kind === 'live')) {
      // Whatever it is, the console is a link that is not there.
      this.#findConsole().catch(() => undefined);
    }
    this.#changed();
  }

  async #findConsole(): Promise<void> {
    this.#askedConsole = true;
    const answer = await this.object(consoleMap);
    if (!answer.ok) return;
    const url = URL.parse(getString(answer.value, 'data', 'consoleURL') ?? '');
    if (url?.protocol !== 'https:') return;
    this.#consoleUrl = url.href.replace(/\/$/, '');
    this.#changed();
  }

  /** Anew, when it is under way: it may hang. */
  #findWorkloads(): void {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    const { signal } = search;
    const before = this.#workloads;
    const show = (workloads: WorkloadsState): void => {
      if (this.#search === search) this.#show(afterWhat(before, workloads));
    };
    show({ kind: 'loading', found: 0 });
    const classes = kataRuntimeClasses(this.snapshot).map(({ name }) => name);
    listPodsInPages(this.#connection, {
      classes,
      signal,
      onProgress: ({ found }) => show({ kind: 'loading', found }),
    }).then(
      (answer) => {
        if (answer.ok)
          show({
            kind: 'loaded',
            pods: answer.value.pods,
            asOf: this.#parts.clock.now(),
            ...omitUndefined({ rest: answer.value.rest }),
          });
        else
          show({
            kind: 'failed',
            message:
              answer.error.kind === 'forbidden'
                ? l10n.t`You don't have permission to list pods in all namespaces`
                : answer.error.message,
          });
      },
      () => show({ kind: 'failed', message: l10n.t`Can't read the server response` }),
    );
  }

  #show(workloads: WorkloadsState): void {
    if (this.#ended.signal.aborted) return;
    this.#workloads = workloads;
    this.#changed();
  }
}

/** What was found before stays until something else is. */
function afterWhat(before: WorkloadsState, now: WorkloadsState): WorkloadsState {
  if (before.kind !== 'loaded') return now;
  if (now.kind === 'loading') return { ...before, again: { kind: 'loading' } };
  return now.kind === 'failed' ? { ...before, again: now } : now;
}
