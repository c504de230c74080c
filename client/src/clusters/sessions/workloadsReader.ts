/**
 * Follows the Kata pods of a cluster while their group is visible. The API has no field selector for runtimeClassName,
 * and metadata doesn't contain it, so the pods of other workloads are also read, and discarded. Up to a number of pods
 * in the cluster, one watch follows them. Above it, they are listed at intervals. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { defineWatchedKind, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { applyChange, noWatchedItems, type SyncState, type WatchedItems } from '#core/cluster/syncState.ts';
import { omitUndefined } from '#core/common/json.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { describeOmittedPods } from '#client/kubernetes/read/listPodsInPages.ts';
import { ChangeBuffer } from '#client/kubernetes/watch/changeBuffer.ts';
import { Reflector } from '#client/kubernetes/watch/reflector.ts';
import { JointRetry } from '#client/kubernetes/watch/sharedRetry.ts';
import type { WorkloadsState } from '../state/workloads.ts';
import { WorkloadOwnerReader } from './workloadOwnerReader.ts';

export interface WorkloadsReaderParts {
  readonly connection: Pick<Connection, 'ask' | 'stream' | 'withoutCredentials'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: (message: string) => void;
  /** Names of the runtime classes of the cluster that use Kata. */
  readonly runtimeClasses: () => readonly string[];
  /** Called at most every 100 ms, after the state changed. */
  readonly changed: () => void;
}

/** Maximum number of pods in a cluster, with or without Kata, for which one watch follows the pods of all namespaces. */
export const mostWatchedPods = 5000;
/** Time between lists of a cluster with more pods, in milliseconds. */
export const podListInterval = 60_000;
/** Maximum number of stored Kata pods. */
const mostKept = 20_000;
/** Time during which changes are collected, in milliseconds. */
const together = 100;
/** Time between lists if the user doesn't have permission to watch, in milliseconds. The reflector determines it. */
const unwatchedInterval = 30_000;

export class WorkloadsReader {
  readonly #parts: WorkloadsReaderParts;
  readonly #owners: WorkloadOwnerReader;
  #reflector: Reflector<KataPod> | undefined;
  #pending = new ChangeBuffer<KataPod>();
  #held: WatchedItems<KataPod> = noWatchedItems;
  /** Counts of the current list. */
  #progress = { listed: 0, found: 0 };
  /** Time between lists in milliseconds. Undefined if a watch follows the pods. */
  #interval: number | undefined;
  /**
   * Names of runtime classes whose pods are kept. A class stays in the set when it's deleted, because its pods continue
   * to run.
   */
  #classes: ReadonlySet<string> = new Set(knownRuntimeClasses.map(({ name }) => name));
  #isExpanded = false;
  #isPaused = false;
  #state: WorkloadsState = { kind: 'unasked' };
  #cancelPublish: (() => void) | undefined;

  constructor(parts: WorkloadsReaderParts) {
    this.#parts = parts;
    this.#owners = new WorkloadOwnerReader({
      ...parts,
      runtimeClasses: () => this.#classes,
      changed: () => this.#schedule(),
    });
  }

  get state(): WorkloadsState {
    return this.#state;
  }

  /** Notes that the group is expanded or collapsed. */
  expanded(isExpanded: boolean): void {
    this.#isExpanded = isExpanded;
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
    if (this.#reflector === undefined) return;
    this.#reflector.stop();
    this.#reflector = undefined;
    this.#update();
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
    this.#reflector?.retryNow();
    this.#owners.readNow();
  }

  /** Stops permanently. */
  stop(): void {
    this.#cancelPublish?.();
    this.#reflector?.stop();
    this.#owners.stop();
  }

  #update(): void {
    const isNeeded = this.#isExpanded && !this.#isPaused;
    if (isNeeded) {
      if (this.#reflector === undefined) this.#start();
      else this.#reflector.resume();
    } else this.#reflector?.pause();
    this.#owners.needed(isNeeded);
  }

  #start(): void {
    const { connection, clock, chance, log } = this.#parts;
    const pending = new ChangeBuffer<KataPod>();
    this.#pending = pending;
    const classes = this.#classes;
    const reflector = new Reflector<KataPod>({
      kind: podsOf(classes),
      connection,
      clock,
      chance,
      log,
      jointRetry: new JointRetry(),
      pruned: {
        mostKept,
        onProgress: (progress) => {
          this.#progress = progress;
          if (this.#held.asOf === undefined) this.#schedule();
        },
        listInterval: (listed) => {
          this.#interval = listed > mostWatchedPods ? podListInterval : undefined;
          return this.#interval;
        },
      },
      sink: (change) => {
        pending.add(change);
        if (change.kind !== 'confirmed') this.#schedule();
      },
    });
    this.#reflector = reflector;
    void reflector.run();
  }

  #schedule(): void {
    this.#cancelPublish ??= this.#parts.clock.after(together, () => {
      this.#cancelPublish = undefined;
      this.#publish();
    });
  }

  #publish(): void {
    const before = this.#held.items;
    this.#held = this.#pending.take().reduce(applyChange, this.#held);
    if (this.#held.items !== before) this.#owners.podsChanged([...this.#held.items.values()]);
    this.#state = this.#current();
    this.#parts.changed();
  }

  #current(): WorkloadsState {
    const { state, asOf, items } = this.#held;
    const problem = problemOf(state);
    if (asOf === undefined)
      return problem === undefined
        ? { kind: 'loading', found: this.#progress.found }
        : { kind: 'failed', message: problem };
    const omitted = this.#interval === undefined ? 0 : this.#progress.found - items.size;
    return {
      kind: 'loaded',
      pods: [...items.values()].toSorted(byName),
      asOf,
      owners: this.#owners.owners,
      ...omitUndefined({
        updates: this.#updates(state),
        rest: omitted > 0 ? describeOmittedPods(omitted, items.size) : undefined,
        again: againOf(state, problem),
      }),
    };
  }

  #updates({ kind }: SyncState): 'watch' | number | undefined {
    if (kind === 'paused') return undefined;
    return this.#interval ?? (kind === 'forbidden' ? unwatchedInterval : 'watch');
  }
}

/** Returns the pods with these runtime classes as a watched kind. The fields of other pods aren't parsed. */
function podsOf(classes: ReadonlySet<string>): WatchedKind<KataPod> {
  return defineWatchedKind<KataPod>({
    ...podKind,
    scope: 'all',
    neededFor: () => l10n.t`which pods use Kata, and which workloads recreate them`,
    read: (raw) => readKataPod(raw, classes),
  });
}

function problemOf(state: SyncState): string | undefined {
  switch (state.kind) {
    case 'forbidden':
      return state.verb === 'list' ? l10n.t`You don't have permission to list pods in all namespaces` : undefined;
    case 'retrying':
    case 'unauthorized':
      return state.trouble.message;
    default:
      return undefined;
  }
}

function againOf(
  state: SyncState,
  problem: string | undefined,
): { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly message: string } | undefined {
  if (problem !== undefined) return { kind: 'failed', message: problem };
  return state.kind === 'syncing' ? { kind: 'loading' } : undefined;
}

function byName(one: KataPod, other: KataPod): number {
  if (one.namespace !== other.namespace) return one.namespace < other.namespace ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}
