/**
 * Follows the Kata pods of a cluster while their group is visible. The API has no field selector for runtimeClassName,
 * and metadata doesn't contain it, so the pods of other workloads are also read, and discarded. Up to a number of pods
 * in the cluster, one watch follows them. Above it, they are listed at intervals. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { defineWatchedKind, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { applyChange, noWatchedItems, type SyncState, type WatchedItems } from '#core/cluster/syncState.ts';
import { omitUndefined } from '#core/common/json.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { namespaceKind, podKind } from '#client/kubernetes/read/readableKinds.ts';
import { describeOmittedPods } from '#client/kubernetes/read/listPodsInPages.ts';
import { ChangeBuffer } from '#client/kubernetes/watch/changeBuffer.ts';
import { Reflector } from '#client/kubernetes/watch/reflector.ts';
import { JointRetry } from '#client/kubernetes/watch/sharedRetry.ts';
import { mostNamespaces } from '../state/savedClusters.ts';
import type { WorkloadsState } from '../state/workloads.ts';
import { WorkloadOwnerReader } from './workloadOwnerReader.ts';

export interface WorkloadsReaderParts {
  readonly connection: Pick<Connection, 'ask' | 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  /** Names of the runtime classes of the cluster that use Kata. */
  readonly runtimeClasses: () => readonly string[];
  /** Namespaces to which the user limits the list. Empty for all namespaces. */
  readonly namespaces?: readonly string[];
  /** Namespace to list if the user doesn't have permission to list pods in all namespaces. */
  readonly fallbackNamespace?: string | undefined;
  /** Called at most every 100 ms, after the state changed. */
  readonly changed: () => void;
}

/** Maximum number of pods in a cluster, with or without Kata, for which one watch follows all namespaces. */
export const mostWatchedPods = 5000;
/** Time between lists of a cluster with more pods, in milliseconds. */
export const podListInterval = 60_000;
/** Maximum number of stored Kata pods. */
const mostKept = 20_000;
/** Time during which changes are collected, in milliseconds. */
const together = 100;
/** Time between lists if the user doesn't have permission to watch, in milliseconds. The reflector determines it. */
const unwatchedInterval = 30_000;

/** The followed pods of one namespace, or of all namespaces. */
interface FollowedScope {
  readonly reflector: Reflector<KataPod>;
  readonly pending: ChangeBuffer<KataPod>;
  held: WatchedItems<KataPod>;
  /** Counts of the current list. */
  progress: { readonly listed: number; readonly found: number };
  /** Time between lists in milliseconds. Undefined if a watch follows the pods. */
  interval: number | undefined;
}

/** Key of the scope with all namespaces. */
const allNamespaces = '';

export class WorkloadsReader {
  readonly #parts: WorkloadsReaderParts;
  readonly #owners: WorkloadOwnerReader;
  /** By namespace. */
  readonly #scopes = new Map<string, FollowedScope>();
  /** Namespaces that the user selected. */
  #selected: readonly string[];
  /** Selected namespaces that don't exist. */
  readonly #missing = new Set<string>();
  /** True if only the fallback namespace is listed, because the user may not list all. */
  #isLimited = false;
  /**
   * Names of runtime classes whose pods are kept. A class stays in the set when it's deleted, because its pods continue
   * to run.
   */
  #classes: ReadonlySet<string> = new Set(knownRuntimeClasses.map(({ name }) => name));
  #isExpanded = false;
  #isPaused = false;
  #isStopped = false;
  #state: WorkloadsState = { kind: 'unasked' };
  #cancelPublish: (() => void) | undefined;

  constructor(parts: WorkloadsReaderParts) {
    this.#parts = parts;
    this.#selected = parts.namespaces ?? [];
    this.#owners = new WorkloadOwnerReader({
      ...parts,
      runtimeClasses: () => this.#classes,
      scope: () => this.namespaces,
      changed: () => this.#schedule(),
    });
  }

  /** Namespaces that the user selected. Empty for all namespaces. */
  get selectedNamespaces(): readonly string[] {
    return this.#selected;
  }

  get state(): WorkloadsState {
    return this.#state;
  }

  /** Selected namespaces that didn't exist when they were last checked. */
  get missingNamespaces(): readonly string[] {
    return this.#selected.filter((name) => this.#missing.has(name));
  }

  /** True if the user doesn't have permission to list pods in all namespaces. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** Namespaces whose pods are listed. Empty for all namespaces. */
  get namespaces(): readonly string[] {
    const { fallbackNamespace } = this.#parts;
    return this.#isLimited && fallbackNamespace !== undefined ? [fallbackNamespace] : this.#selected;
  }

  /**
   * Limits the list to namespaces.
   * @param namespaces empty for all namespaces
   */
  selectNamespaces(namespaces: readonly string[]): void {
    this.#selected = namespaces;
    this.#isLimited = false;
    this.#restart();
    if (this.#state.kind !== 'unasked') this.#state = { kind: 'loading', found: 0 };
    this.#parts.changed();
    // An expanded group checks them itself.
    if (this.#scopes.size === 0) this.checkNamespaces();
  }

  /** Checks whether the selected namespaces exist. Call this when the filter is used, because nothing polls them. */
  checkNamespaces(): void {
    if (this.#isStopped) return;
    for (const namespace of this.#selected.slice(0, mostNamespaces)) void this.#checkNamespace(namespace);
  }

  /** Notes that the group is expanded or collapsed. */
  expanded(isExpanded: boolean): void {
    this.#isExpanded = isExpanded && !this.#isStopped;
    this.#update();
  }

  /** Notes which namespaces are expanded. Reads the owners of their pods. */
  expandedNamespaces(namespaces: ReadonlySet<string>): void {
    this.#owners.follow(namespaces);
  }

  /** Lists the pods again if the cluster has a new runtime class, because its pods were discarded. */
  runtimeClassesChanged(): void {
    const added = this.#parts.runtimeClasses().filter((name) => !this.#classes.has(name));
    if (added.length === 0) return;
    this.#classes = new Set([...this.#classes, ...added]);
    if (this.#scopes.size > 0) this.#restart();
  }

  /** Stops all requests until `resume` is called. */
  pause(): void {
    this.#isPaused = true;
    this.#update();
  }

  resume(): void {
    this.#isPaused = false;
    this.#update();
  }

  /** Retries waiting requests, and lists again if no watch follows the pods. */
  retryNow(): void {
    // The user might have the permission to list all namespaces now.
    if (this.#isLimited) this.selectNamespaces(this.#selected);
    for (const { reflector } of this.#scopes.values()) reflector.retryNow();
    this.checkNamespaces();
    this.#owners.readNow();
  }

  /** Stops permanently. */
  stop(): void {
    // A command can select namespaces of a cluster that the user closed meanwhile.
    this.#isExpanded = false;
    this.#isStopped = true;
    this.#cancelPublish?.();
    for (const { reflector } of this.#scopes.values()) reflector.stop();
    this.#owners.stop();
  }

  #restart(): void {
    for (const { reflector } of this.#scopes.values()) reflector.stop();
    this.#scopes.clear();
    this.#owners.listAgain();
    this.#update();
  }

  #update(): void {
    const isNeeded = this.#isExpanded && !this.#isPaused;
    if (isNeeded) {
      const wanted = this.namespaces.length === 0 ? [allNamespaces] : this.namespaces.slice(0, mostNamespaces);
      for (const namespace of wanted) if (!this.#scopes.has(namespace)) this.#start(namespace);
      for (const { reflector } of this.#scopes.values()) reflector.resume();
    } else for (const { reflector } of this.#scopes.values()) reflector.pause();
    this.#owners.needed(isNeeded);
  }

  #start(namespace: string): void {
    const { connection, clock, chance, log } = this.#parts;
    const reflector = new Reflector<KataPod>({
      kind: podsOf(this.#classes, namespace === allNamespaces ? undefined : namespace),
      connection,
      clock,
      chance,
      log,
      jointRetry: new JointRetry(),
      pruned: {
        mostKept,
        onProgress: (progress) => {
          scope.progress = progress;
          if (scope.held.asOf === undefined) this.#schedule();
        },
        listInterval: (listed) => {
          // The user needs the pods of a selected namespace, however many there are.
          const isTooLong = namespace === allNamespaces && listed > mostWatchedPods;
          scope.interval = isTooLong ? podListInterval : undefined;
          return scope.interval;
        },
      },
      sink: (change) => {
        scope.pending.add(change);
        if (change.kind !== 'confirmed') this.#schedule();
      },
    });
    const scope: FollowedScope = {
      reflector,
      pending: new ChangeBuffer<KataPod>(),
      held: noWatchedItems,
      progress: { listed: 0, found: 0 },
      interval: undefined,
    };
    this.#scopes.set(namespace, scope);
    void reflector.run();
    void this.#checkNamespace(namespace);
  }

  /** Notes whether a selected namespace exists. Without permission to read it, it counts as existing. */
  async #checkNamespace(namespace: string): Promise<void> {
    if (!this.#selected.includes(namespace)) return;
    const answer = await this.#parts.connection.ask(getObjectPath({ ...namespaceKind, name: namespace }));
    const isMissing = !answer.ok && answer.error.kind === 'notFound';
    if (this.#isStopped) return;
    if (isMissing === this.#missing.has(namespace)) return;
    if (isMissing) this.#missing.add(namespace);
    else this.#missing.delete(namespace);
    // While the group is collapsed, there are no pods to publish.
    if (this.#scopes.size === 0) this.#parts.changed();
    else this.#schedule();
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#cancelPublish ??= this.#parts.clock.after(together, () => {
      this.#cancelPublish = undefined;
      this.#publish();
    });
  }

  #publish(): void {
    let isChanged = false;
    for (const [namespace, scope] of this.#scopes) {
      const before = scope.held.items;
      scope.held = scope.pending.take().reduce(applyChange, scope.held);
      isChanged ||= scope.held.items !== before;
      // The API lists no pods for a namespace that doesn't exist. It can be created again.
      if ((before.size === 0) !== (scope.held.items.size === 0)) void this.#checkNamespace(namespace);
    }
    if (this.#mustLimit()) {
      this.#isLimited = true;
      this.#restart();
      return;
    }
    const state = this.#current();
    if (isChanged && state.kind === 'loaded') this.#owners.podsChanged(state.pods);
    this.#state = state;
    this.#parts.changed();
  }

  /** Returns whether the user may not list all namespaces, so that only the fallback namespace can be listed. */
  #mustLimit(): boolean {
    const state = this.#scopes.get(allNamespaces)?.held.state;
    return this.#parts.fallbackNamespace !== undefined && state?.kind === 'forbidden' && state.verb === 'list';
  }

  #current(): WorkloadsState {
    const scopes = [...this.#scopes];
    const read = scopes.filter(([, { held }]) => held.asOf !== undefined);
    const problem = scopes.flatMap(([namespace, { held }]) => problemOf(held.state, namespace) ?? [])[0];
    const found = scopes.reduce((sum, [, { progress }]) => sum + progress.found, 0);
    if (read.length === 0 || (read.length < scopes.length && problem === undefined))
      return problem === undefined ? { kind: 'loading', found } : { kind: 'failed', message: problem };
    const pods = read.flatMap(([, { held }]) => [...held.items.values()]).toSorted(byName);
    const omitted = read.some(([, { interval }]) => interval !== undefined) ? found - pods.length : 0;
    const isSyncing = scopes.some(([, { held }]) => held.state.kind === 'syncing');
    return {
      kind: 'loaded',
      pods,
      asOf: Math.min(...read.map(([, { held }]) => held.asOf ?? Infinity)),
      owners: { ...this.#owners.owners, arePodsCut: omitted > 0 },
      ...omitUndefined({
        namespaces: this.namespaces.length === 0 ? undefined : this.namespaces,
        updates: updatesOf(read.map(([, scope]) => scope)),
        rest: omitted > 0 ? describeOmittedPods(omitted, pods.length) : undefined,
        omitted: omitted > 0 ? omitted : undefined,
        again:
          problem !== undefined
            ? ({ kind: 'failed', message: problem } as const)
            : isSyncing
              ? ({ kind: 'loading' } as const)
              : undefined,
      }),
    };
  }
}

/** Returns how the pods are kept up to date. If some are listed at intervals, returns the longest interval. */
function updatesOf(scopes: readonly FollowedScope[]): 'watch' | number | undefined {
  if (scopes.some(({ held }) => held.state.kind === 'paused')) return undefined;
  const intervals = scopes.flatMap(
    ({ interval, held }) => interval ?? (held.state.kind === 'forbidden' ? unwatchedInterval : []),
  );
  return intervals.length === 0 ? 'watch' : Math.max(...intervals);
}

/** Returns the pods with these runtime classes as a watched kind. The fields of other pods aren't parsed. */
function podsOf(classes: ReadonlySet<string>, namespace: string | undefined): WatchedKind<KataPod> {
  return defineWatchedKind<KataPod>({
    ...podKind,
    scope: 'all',
    ...omitUndefined({ namespace }),
    neededFor: () => l10n.t`which pods use Kata, and which workloads recreate them`,
    read: (raw) => readKataPod(raw, classes),
  });
}

function problemOf(state: SyncState, namespace: string): string | undefined {
  switch (state.kind) {
    case 'forbidden':
      if (state.verb !== 'list') return undefined;
      return namespace === allNamespaces
        ? l10n.t`You don't have permission to list pods in all namespaces`
        : l10n.t`You don't have permission to list pods in namespace ${namespace}`;
    case 'retrying':
    case 'unauthorized':
      return state.trouble.message;
    default:
      return undefined;
  }
}

function byName(one: KataPod, other: KataPod): number {
  if (one.namespace !== other.namespace) return one.namespace < other.namespace ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}
