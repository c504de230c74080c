/**
 * Reads the owners of Kata pods and the workloads without pods, while their group is visible. The workloads are listed
 * at intervals. ReplicaSets are read one by one, because most of them belong to former revisions. Doesn't use VS Code.
 */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { kataWorkloadKinds, type KataWorkload } from '#core/cluster/objects/kataWorkload.ts';
import type { PodOwners, ReadController } from '#core/status/workloads/ownedPods.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import {
  listKataWorkloads,
  readReplicaSet,
  replicaSetOf,
  type NamedReplicaSet,
} from '#client/kubernetes/read/readWorkloadOwners.ts';

export interface WorkloadOwnerReaderParts {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Clock;
  readonly runtimeClasses: () => ReadonlySet<string>;
  /** Namespaces whose workloads are listed. Empty for all namespaces. */
  readonly scope: () => readonly string[];
  /** Called after owners were read. */
  readonly changed: () => void;
}

/** Time between lists of the workloads, in milliseconds. */
export const workloadListInterval = 60_000;
/** Time in milliseconds after which workloads are listed again because a pod was created or deleted. */
const afterChange = 5000;
/** Minimum time between lists, in milliseconds. */
const leastInterval = 15_000;
/** Maximum number of workloads to keep, of all kinds together. */
const mostWorkloads = 5000;
/** Maximum number of stored ReplicaSets. */
const mostControllers = 2000;
/** Number of ReplicaSets that are read in parallel. */
const inParallel = 4;
/** Time in milliseconds after which a ReplicaSet is read again if the server didn't return it. */
const retryWait = 30_000;

export class WorkloadOwnerReader {
  readonly #parts: WorkloadOwnerReaderParts;
  #workloads: ReadonlyMap<string, KataWorkload> = new Map();
  /** Resources that the user has no permission to list. */
  #unlisted: ReadonlySet<string> = new Set();
  readonly #controllers = new Map<string, ReadController>();
  #owners: PodOwners = { workloads: new Map(), controllers: new Map() };
  /** Undefined before the first list of pods. */
  #pods: readonly KataPod[] | undefined;
  #namespaces: ReadonlySet<string> = new Set();
  #isNeeded = false;
  #requests = new AbortController();
  #isReadingControllers = false;
  /** Time of the last list, in milliseconds since 1970. */
  #listedAt = -Infinity;
  /** Time of the next list in milliseconds since 1970. */
  #nextList: { readonly at: number; readonly cancel: () => void } | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(parts: WorkloadOwnerReaderParts) {
    this.#parts = parts;
  }

  /** What is known about the owners. */
  get owners(): PodOwners {
    return this.#owners;
  }

  /** Sets whether the group is visible. Without it, nothing is requested. */
  needed(isNeeded: boolean): void {
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    if (isNeeded) {
      this.#requests = new AbortController();
      this.#listAfter(Math.max(0, this.#listedAt + leastInterval - this.#parts.clock.now()));
      void this.#readControllers();
      return;
    }
    this.#requests.abort();
    this.#cancelTimers();
  }

  /** Reads the owners of the pods in these namespaces. */
  follow(namespaces: ReadonlySet<string>): void {
    this.#namespaces = new Set(namespaces);
    void this.#readControllers();
  }

  /** Notes the pods. Lists the workloads again soon if a pod was created or deleted. */
  podsChanged(pods: readonly KataPod[]): void {
    const isFirst = this.#pods === undefined;
    const before = new Set(this.#pods?.map(({ uid }) => uid));
    const isChanged = pods.length !== before.size || pods.some(({ uid }) => !before.has(uid));
    this.#pods = pods;
    if (!isChanged) return;
    const controllers = new Set(pods.flatMap(({ controller }) => controller?.uid ?? []));
    for (const uid of this.#controllers.keys()) if (!controllers.has(uid)) this.#controllers.delete(uid);
    if (this.#isNeeded && !isFirst)
      this.#listAfter(Math.max(afterChange, this.#listedAt + leastInterval - this.#parts.clock.now()));
    void this.#readControllers();
  }

  /** Discards the workloads, and lists them again, because other namespaces are selected. */
  listAgain(): void {
    this.#workloads = new Map();
    this.#owners = { ...this.#owners, workloads: this.#workloads };
    this.readNow();
  }

  /** Reads everything again that can change, including what the user had no permission to read. */
  readNow(): void {
    for (const [uid, { kind }] of this.#controllers) if (kind === 'forbidden') this.#controllers.delete(uid);
    if (this.#isNeeded) this.#listAfter(0);
    void this.#readControllers();
  }

  /** Stops permanently. */
  stop(): void {
    this.#isNeeded = false;
    this.#requests.abort();
    this.#cancelTimers();
  }

  #cancelTimers(): void {
    this.#nextList?.cancel();
    this.#nextList = undefined;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  /** Lists the workloads after a wait, unless they are listed earlier. */
  #listAfter(wait: number): void {
    const { clock } = this.#parts;
    const at = clock.now() + wait;
    if (this.#nextList !== undefined && this.#nextList.at <= at) return;
    this.#nextList?.cancel();
    this.#nextList = { at, cancel: clock.after(wait, () => void this.#list()) };
  }

  async #list(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#requests;
    this.#nextList = undefined;
    this.#listedAt = clock.now();
    this.#listAfter(workloadListInterval);
    const scope = this.#parts.scope();
    const namespaces = scope.length === 0 ? [undefined] : scope;
    const unlisted = new Set<string>();
    const lists = await Promise.all(
      namespaces.flatMap((namespace) =>
        kataWorkloadKinds.map((kind) => this.#listOf(kind, namespace, signal, unlisted)),
      ),
    );
    if (signal.aborted) return;
    this.#unlisted = unlisted;
    this.#workloads = new Map(
      lists
        .flat()
        .slice(0, mostWorkloads)
        .map((workload) => [workload.uid, workload]),
    );
    this.#publish();
  }

  /**
   * Returns the workloads of one kind. If the list can't be read, returns those of the last list.
   * @param unlisted receives the kind if the user has no permission to list it
   */
  async #listOf(
    kind: (typeof kataWorkloadKinds)[number],
    namespace: string | undefined,
    signal: AbortSignal,
    unlisted: Set<string>,
  ): Promise<readonly KataWorkload[]> {
    const { connection, runtimeClasses } = this.#parts;
    const answer = await listKataWorkloads(connection, kind, { runtimeClasses: runtimeClasses(), namespace, signal });
    if (answer.ok) return answer.value;
    if (answer.error.kind === 'forbidden') unlisted.add(kind.plural);
    if (answer.error.kind === 'forbidden' || answer.error.kind === 'notFound') return [];
    return [...this.#workloads.values()].filter(
      (one) =>
        one.kind === kind.kind && one.group === kind.group && (namespace === undefined || one.namespace === namespace),
    );
  }

  /** Reads the ReplicaSets of the pods in the expanded namespaces that weren't read yet. */
  async #readControllers(): Promise<void> {
    if (this.#isReadingControllers || !this.#isNeeded) return;
    this.#isReadingControllers = true;
    const { signal } = this.#requests;
    for (let next = this.#unread(); next.length > 0 && !signal.aborted; next = this.#unread()) {
      const isComplete = await Promise.all(next.map((controller) => this.#readController(controller, signal)));
      this.#publish();
      if (isComplete.includes(false)) break;
    }
    this.#isReadingControllers = false;
    // The group was hidden and shown again meanwhile.
    if (signal.aborted && this.#isNeeded) void this.#readControllers();
  }

  #unread(): readonly NamedReplicaSet[] {
    const found = new Map<string, NamedReplicaSet>();
    for (const pod of this.#pods ?? []) {
      if (found.size >= inParallel) break;
      const replicaSet = this.#namespaces.has(pod.namespace) ? replicaSetOf(pod) : undefined;
      if (replicaSet !== undefined && !this.#controllers.has(replicaSet.uid)) found.set(replicaSet.uid, replicaSet);
    }
    return this.#controllers.size >= mostControllers ? [] : [...found.values()];
  }

  /**
   * Reads one ReplicaSet.
   * @returns false if the server didn't respond
   */
  async #readController(replicaSet: NamedReplicaSet, signal: AbortSignal): Promise<boolean> {
    const { connection, clock } = this.#parts;
    const read = await readReplicaSet(connection, replicaSet, signal);
    if (read !== undefined) {
      this.#controllers.set(replicaSet.uid, read);
      return true;
    }
    if (!signal.aborted)
      this.#cancelRetry ??= clock.after(retryWait, () => {
        this.#cancelRetry = undefined;
        void this.#readControllers();
      });
    return false;
  }

  #publish(): void {
    this.#owners = {
      workloads: this.#workloads,
      controllers: new Map(this.#controllers),
      unlisted: [...this.#unlisted].toSorted(),
    };
    this.#parts.changed();
  }
}
