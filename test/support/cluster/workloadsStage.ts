/** Provides a reader of workloads on a scripted connection, with pods that tests create, for tests of the live list. */
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiProblem, ApiResult } from '#client/kubernetes/connection.ts';
import { WorkloadsReader } from '#client/clusters/sessions/workloadsReader.ts';
import type { LoadedWorkloads, WorkloadsState } from '#client/clusters/state/workloads.ts';
import { ManualClock } from '../time/manualClock.ts';
import { ScriptedConnection, type OpenStream } from './scriptedConnection.ts';

interface RawPodOptions {
  readonly namespace?: string;
  readonly runtimeClass?: string;
  readonly phase?: string;
  readonly isReady?: boolean;
  readonly version?: number;
  /** Controller of the pod, such as `ReplicaSet web-1`. */
  readonly controller?: string;
  readonly node?: string;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  /** State of its container while it can't run. */
  readonly waiting?: { readonly reason: string; readonly message?: string };
}

/** Returns a reference to a controller. Its UID is its name. */
export function ownedBy(controller: string, apiVersion = 'apps/v1'): unknown {
  const [kind = '', name = ''] = controller.split(' ');
  return [{ apiVersion, kind, name, uid: name, controller: true }];
}

/** Returns a pod. Its UID is its name. */
export function rawPod(name: string, options: RawPodOptions = {}): unknown {
  const { namespace = 'shop', runtimeClass = 'kata', phase = 'Running', isReady = true } = options;
  const { deletionTimestamp, finalizers } = options;
  return {
    metadata: {
      name,
      namespace,
      uid: name,
      resourceVersion: String(options.version ?? 1),
      ...omitUndefined({ deletionTimestamp, finalizers }),
      ...(options.controller === undefined ? {} : { ownerReferences: ownedBy(options.controller) }),
    },
    spec: {
      ...(runtimeClass === '' ? {} : { runtimeClassName: runtimeClass }),
      ...(options.node === undefined ? {} : { nodeName: options.node }),
    },
    status: {
      phase,
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
      ...(options.waiting === undefined ? {} : { containerStatuses: [{ state: { waiting: options.waiting } }] }),
    },
  };
}

/** Returns a workload with a pod template. Its UID is its name. */
export function rawWorkload(name: string, spec: Readonly<Record<string, unknown>> = {}, more: object = {}): unknown {
  return {
    metadata: { name, namespace: 'shop', uid: name, resourceVersion: '1', ...more },
    spec: { template: { spec: { runtimeClassName: 'kata' } }, ...spec },
  };
}

const podsPath = '/api/v1/pods';

export function listOf(items: readonly unknown[], version = 1): ApiResult<unknown> {
  return succeed({ items, metadata: { resourceVersion: String(version) } });
}

export const forbidden: ApiProblem = { kind: 'forbidden', message: 'no', status: 403 };

/** Reader under test with its clock and connection. */
export class WorkloadsStage {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection(this.clock);
  readonly reader: WorkloadsReader;
  /** Names of the runtime classes of the cluster. */
  classes: readonly string[] = ['kata'];
  /** Response to a list of pods. */
  pods: () => ApiResult<unknown> = () => listOf([]);
  /** Responses to other requests, by path. Without a response, the kind doesn't exist. */
  readonly responses = new Map<string, ApiResult<unknown>>();
  changes = 0;

  /** @param namespace namespace to list if the user may not list all */
  constructor(namespace?: string) {
    this.connection.answer = ({ path }) =>
      path === podsPath
        ? this.pods()
        : (this.responses.get(path) ?? fail({ kind: 'notFound', message: 'not found', status: 404 }));
    this.reader = new WorkloadsReader({
      connection: this.connection,
      clock: this.clock,
      chance: () => 0.5,
      log: (message) => {
        throw new Error(message);
      },
      runtimeClasses: () => this.classes,
      fallbackNamespace: namespace,
      changed: () => {
        this.changes += 1;
      },
    });
  }

  /** Expands the group, and waits until the first list is shown. */
  async expand(): Promise<void> {
    this.reader.expanded(true);
    await this.clock.pass(500);
  }

  get state(): WorkloadsState {
    return this.reader.state;
  }

  get loaded(): LoadedWorkloads {
    const { state } = this;
    if (state.kind !== 'loaded') throw new Error(`the list is ${state.kind}`);
    return state;
  }

  /** Names of the pods that the list shows. */
  get names(): readonly string[] {
    return this.loaded.pods.map(({ name }) => name);
  }

  /** Number of lists of all pods, without continued pages. */
  get lists(): number {
    return this.connection.asked.filter(({ path, query }) => path === podsPath && query['continue'] === undefined)
      .length;
  }

  /** The open watches. */
  get watches(): readonly OpenStream[] {
    return this.connection.streams.filter(({ isOver }) => !isOver);
  }

  /** Sends an event of the watch, and waits until it's shown. */
  async event(type: string, object: unknown): Promise<void> {
    this.connection.last.event(type, object);
    await this.clock.pass(200);
  }

  /** Number of requests of a path. */
  asked(path: string): number {
    return this.connection.asked.filter((asked) => asked.path === path).length;
  }
}
