/** Records the lifetimes of sandboxes and of the kata-monitor and operator pods, from the start of the cluster. */
import { createHash } from 'node:crypto';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { monitorName } from '#simulator/controllers/kata/operatorObjects.ts';
import { managerName } from '#simulator/controllers/kata/kataOperator.ts';
import { nodes, pods } from '#simulator/controllers/framework/resourceNames.ts';
import { getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { StoreEvent } from '#simulator/store/eventHistory.ts';
import type { Store } from '#simulator/store/store.ts';

/** Lifetime of a running pod. Times are in milliseconds since 1970. */
export interface Life {
  readonly kind: 'sandbox' | 'monitor' | 'operator';
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly podAddress: string;
  readonly since: number;
  /** Undefined while the pod is running. */
  readonly until?: number;
}

/** How long lifetimes are kept after their end, in milliseconds, and their maximum number. */
const memory = 24 * 3_600_000;
const most = 5000;

export class Lives {
  readonly #store: Store;
  readonly #running = new Map<string, Life>();
  #ended: Life[] = [];
  /** Number of changes, which identifies the version of the data for caches. */
  version = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Starts recording.
   * @returns a function that stops recording
   */
  follow(): () => void {
    const stop = this.#store.watch(pods, undefined, (event) => this.#heard(event));
    return stop.ok ? stop.value : () => undefined;
  }

  /** All recorded lifetimes, including those of running pods. */
  get all(): readonly Life[] {
    return [...this.#ended, ...this.#running.values()];
  }

  #heard({ type, object }: StoreEvent): void {
    const { uid } = object.metadata;
    const before = this.#running.get(uid);
    const runs = type !== 'DELETED' && getString(object, 'status', 'phase') === 'Running';
    if (before === undefined && runs) {
      const kind = kindOf(object);
      if (kind !== undefined) this.#begin(kind, object);
    } else if (before !== undefined && !runs) this.#end(before);
  }

  #begin(kind: Life['kind'], pod: KubeObject): void {
    const node = getString(pod, 'spec', 'nodeName') ?? '';
    const { uid, name, namespace = '' } = pod.metadata;
    const podAddress =
      getString(pod, 'status', 'podIP') ??
      getString(this.#store.get(nodes, undefined, node), 'metadata', 'name') ??
      node;
    this.#running.set(uid, { kind, uid, namespace, name, node, podAddress, since: this.#store.clock.now() });
    this.version += 1;
  }

  #end(life: Life): void {
    const now = this.#store.clock.now();
    this.#running.delete(life.uid);
    this.#ended = [...this.#ended.filter(({ until = now }) => until > now - memory), { ...life, until: now }].slice(
      -most,
    );
    this.version += 1;
  }
}

function kindOf(pod: KubeObject): Life['kind'] | undefined {
  if (/^kata(?:-|$)/.test(getString(pod, 'spec', 'runtimeClassName') ?? '')) return 'sandbox';
  if (pod.metadata.namespace !== operatorNamespace) return undefined;
  const owner = pod.metadata.ownerReferences?.[0]?.name ?? '';
  if (owner === monitorName) return 'monitor';
  return owner.startsWith(`${managerName}-`) ? 'operator' : undefined;
}

/** Returns the sandbox ID with 64 digits, as in the runtime. */
export function createSandboxId({ uid }: Life): string {
  return createHash('sha256').update(uid).digest('hex');
}
