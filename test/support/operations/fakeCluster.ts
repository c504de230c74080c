/**
 * A cluster of a few objects on a manual clock, with whatever goes wrong that a test says; and a procedure of three
 * steps on it.
 */
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
  /** What a request comes to instead; undefined: what it asks for. `lost`: it is done, and no answer comes. */
  fault: (arrived: Arrived) => ApiProblem | 'lost' | undefined = () => undefined;
  /** What can be asked for. */
  asking: (path: string) => ApiProblem | undefined = () => undefined;
  /** Requests are answered after this. */
  thaw: Promise<void> = Promise.resolve();
  /** Whether what happens is heard of at once. */
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
    // Getters of what is handed out have a `this` of their own.
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

  /** What was sent and kept. */
  get kept(): readonly string[] {
    return this.arrived
      .filter(({ dryRun }) => !dryRun)
      .map(({ method, path }) => `${method} ${path.split('/').slice(-2).join('/')}`);
  }

  get last(): OperationProgress {
    return this.shown.at(-1) ?? assert.fail('nothing was shown');
  }

  /** Another hand makes it, or what the cluster makes of it. */
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

  /** How it stands to the cluster. */
  become(state: SyncState): void {
    this.#state = state;
    this.hear(true);
  }

  close(): void {
    this.isOpen = false;
    this.#tell();
  }

  /** What happened is heard of. */
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

/** A namespace that is asked for, a Subscription that is followed, and a KataConfig with a gate. */
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
