/** Provides a cluster with a few objects and injected faults on a manual clock, and a procedure with three steps. */
import assert from 'node:assert/strict';
import { isJsonObject, getMap, getString } from '#core/common/json.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { defineProcedure, sequenceSteps, type Procedure, type ProcedureStep } from '#core/operations/procedure.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { watchedKindIds, watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem, SendOptions } from '#client/kubernetes/connection.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ManualClock } from '../time/manualClock.ts';

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly dryRun: boolean;
  readonly options: SendOptions;
}

export class FakeCluster {
  readonly objects = new Map<string, Record<string, unknown>>();
  readonly arrived: Arrived[] = [];
  readonly shown: OperationProgress[] = [];
  /**
   * Returns the fault of a request, or undefined if the request succeeds. With `lost`, the cluster applies the change
   * but sends no response.
   */
  fault: (arrived: Arrived) => ApiProblem | 'lost' | undefined = () => undefined;
  /** Returns the problem of a read request, or undefined if it succeeds. */
  asking: (path: string) => ApiProblem | undefined = () => undefined;
  /** Promise that delays the responses to read requests. */
  thaw: Promise<void> = Promise.resolve();
  /** True if changes are reported immediately. */
  hears = true;
  isOpen = true;
  readonly #clock: ManualClock;
  readonly #listeners = new Set<() => void>();
  #state: SyncState = { kind: 'live' };
  #version = 100;
  #snapshot: Snapshot;

  constructor(clock: ManualClock) {
    this.#clock = clock;
    this.#snapshot = this.#read();
  }

  get open(): OpenCluster {
    // Getters of the returned object have their own `this`.
    const snapshot = (): Snapshot => this.#snapshot;
    const isOpen = (): boolean => this.isOpen;
    return {
      context: 'demo',
      server: 'https://demo:6443',
      user: 'me',
      history: emptyHistory,
      connection: {
        ask: (path) => this.#ask(path),
        send: (path, options) => this.#send(path, options),
        stream: () => Promise.reject(new Error('nothing is streamed')),
      },
      get snapshot() {
        return snapshot();
      },
      get isOpen() {
        return isOpen();
      },
      lookAgain: () => undefined,
      onChange: (listener) => {
        this.#listeners.add(listener);
        return { dispose: () => void this.#listeners.delete(listener) };
      },
      show: (run) => {
        if (run !== undefined) this.shown.push(run);
        this.#tell();
      },
    };
  }

  /** Methods and paths of all requests that weren't dry runs, in order. */
  get kept(): readonly string[] {
    return this.arrived
      .filter(({ dryRun }) => !dryRun)
      .map(({ method, path }) => `${method} ${path.split('/').slice(-2).join('/')}`);
  }

  get last(): OperationProgress {
    return this.shown.at(-1) ?? assert.fail('nothing was shown');
  }

  /** Stores an object, as another client or a controller would. */
  put(path: string, object: Record<string, unknown>): void {
    this.#version += 1;
    const before = this.objects.get(path);
    const uid = getString(before, 'metadata', 'uid') ?? `uid-${this.#version}`;
    this.objects.set(path, {
      ...object,
      metadata: { ...getMap(object, 'metadata'), uid, resourceVersion: String(this.#version) },
    });
    this.hear();
  }

  remove(path: string): void {
    this.objects.delete(path);
    this.hear();
  }

  /** Changes the sync state of the cluster. */
  become(state: SyncState): void {
    this.#state = state;
    this.hear(true);
  }

  close(): void {
    this.isOpen = false;
    this.#tell();
  }

  /** Reports changes to the listeners. */
  hear(always = false): void {
    if (!this.hears && !always) return;
    this.#snapshot = this.#read();
    this.#tell();
  }

  #tell(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }

  #read(): Snapshot {
    const held = watchedKindIds.map((id) => {
      const kind: WatchedKind<ClusterObject> = watchedKinds[id];
      const raws = [...this.objects]
        .filter(([path]) => path.split('/').at(-2) === kind.plural)
        .map(([, object]) => object);
      const items = raws.flatMap((raw) => kind.read(raw) ?? []);
      return [
        id,
        { state: this.#state, asOf: this.#clock.now(), items: new Map(items.map((item) => [item.uid, item])) },
      ] as const;
    });
    return Object.fromEntries(held) as unknown as Snapshot;
  }

  async #ask(path: string): Promise<ApiResult<unknown>> {
    await this.thaw;
    const problem = this.asking(path);
    if (problem !== undefined) return fail(problem);
    const object = this.objects.get(path);
    return object === undefined ? fail({ kind: 'notFound', message: 'absent' }) : succeed(object);
  }

  #send(path: string, options: SendOptions): Promise<ApiResult<unknown>> {
    const arrived = { method: options.method, path, dryRun: options.query?.['dryRun'] === 'All', options };
    this.arrived.push(arrived);
    const fault = this.fault(arrived);
    if (fault !== undefined && fault !== 'lost') return Promise.resolve(fail(fault));
    const answer = this.#do(arrived);
    return Promise.resolve(fault === 'lost' ? fail({ kind: 'network', message: 'the connection broke' }) : answer);
  }

  #do({ method, path, dryRun, options: { body } }: Arrived): ApiResult<unknown> {
    if (method === 'DELETE') {
      if (!this.objects.has(path)) return fail({ kind: 'notFound', message: 'absent' });
      if (!dryRun) this.remove(path);
      return succeed({ kind: 'Status' });
    }
    assert.ok(isJsonObject(body));
    if (!dryRun) this.put(path, body);
    return succeed(dryRun ? body : this.objects.get(path));
  }
}

export const namespace: ObjectReference = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  name: operatorNamespace,
};
export const subscription: ObjectReference = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'subscriptions',
  kind: 'Subscription',
  name: 'osc',
  namespace: operatorNamespace,
};
export const kataConfig: ObjectReference = {
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  name: 'kata',
};

export function apply(target: ObjectReference, spec: Record<string, unknown> = {}): ClusterChange {
  const { group, version, kind, name, namespace: inside } = target;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return {
    how: 'apply',
    target,
    object: { apiVersion, kind, metadata: { name, ...(inside === undefined ? {} : { namespace: inside }) }, spec },
  };
}

const step = (fields: Partial<ProcedureStep> & Pick<ProcedureStep, 'id' | 'state' | 'changes'>): ProcedureStep => ({
  title: `Create the ${fields.changes[0]?.target.kind ?? ''}`,
  headline: 'absent',
  evidence: [],
  until: [],
  ...fields,
});

export const gateOfKataConfig = {
  question: 'Reboot worker-0 and worker-1 of demo?',
  consequences: ['worker-0 reboots', 'worker-1 reboots'],
  typed: 'demo',
};

/**
 * Procedure with a namespace that is looked up, a Subscription that is followed, and a KataConfig with a confirmation.
 */
export const three: Procedure<object> = defineProcedure({
  id: 'three',
  title: () => 'Install Kata',
  facts: ['operatorNamespace'],
  asks: 'once',
  steps(situation) {
    const there = getLookupValue(situation, 'operatorNamespace');
    const has = (id: 'subscriptions' | 'kataConfigs') => listItems(situation.snapshot, id).length > 0;
    return sequenceSteps([
      step({
        id: 'namespace',
        state: there === undefined ? 'unknown' : there.found !== undefined ? 'done' : 'ready',
        changes: [apply(namespace)],
      }),
      step({ id: 'subscription', state: has('subscriptions') ? 'done' : 'ready', changes: [apply(subscription)] }),
      step({
        id: 'kataconfig',
        state: has('kataConfigs') ? 'done' : 'ready',
        changes: [apply(kataConfig)],
        gate: gateOfKataConfig,
      }),
    ]);
  },
});
