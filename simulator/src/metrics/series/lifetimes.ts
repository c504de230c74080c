/**
 * What was there to be measured, and when: sandboxes, and the pods of kata-monitor and of the operator. Followed from
 * the beginning of the cluster.
 */
import { createHash } from 'node:crypto';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { monitorName } from '#simulator/controllers/kata/operatorObjects.ts';
import { managerName } from '#simulator/controllers/kata/kataOperator.ts';
import { nodes, pods } from '#simulator/controllers/framework/resourceNames.ts';
import { getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { StoreEvent } from '#simulator/store/eventHistory.ts';
import type { Store } from '#simulator/store/store.ts';

/** A pod, from when it ran until it was gone. Milliseconds since 1970. */
export interface Life {
  readonly kind: 'sandbox' | 'monitor' | 'operator';
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly podAddress: string;
  readonly since: number;
  /** Missing: it runs. */
  readonly until?: number;
}

/** As long as this they are remembered after their end, and no more than so many. */
const memory = 24 * 3_600_000;
const most = 5000;

export class Lives {
  readonly #store: Store;
  readonly #running = new Map<string, Life>();
  #ended: Life[] = [];
  /** Counts changes: what was made of them is good as long as it stays. */
  version = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns how to stop */
  follow(): () => void {
    const stop = this.#store.watch(pods, undefined, (event) => this.#heard(event));
    return stop.ok ? stop.value : () => undefined;
  }

  /** All that are remembered, those that run and those that have ended. */
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

/** As the runtime names it: 64 digits. */
export function createSandboxId({ uid }: Life): string {
  return createHash('sha256').update(uid).digest('hex');
}
