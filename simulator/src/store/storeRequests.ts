/** What callers ask of the store, and what it answers. */
import type { SimulatorClock } from '../time/clock.ts';
import type { KubeObject } from './kubeObject.ts';
import type { UserInfo } from './resourceType.ts';

export interface StoreOptions {
  readonly clock: SimulatorClock;
  /** How many changes are remembered. */
  readonly history?: number;
  /** Golden files want the same ones each time. */
  readonly newUid?: () => string;
  /** The end of a generated name: five characters. */
  readonly newSuffix?: () => string;
  /** A listener that threw. It loses the event; the others do not. */
  readonly listenerFailed?: (error: unknown) => void;
}

export interface WriteOptions {
  readonly user?: UserInfo | undefined;
  /** Goes through everything, keeps nothing. */
  readonly dryRun?: boolean | undefined;
  /** Called last, before the object is kept: who has set which fields. */
  readonly manage?: ((next: KubeObject, old: KubeObject | undefined) => KubeObject) | undefined;
}

export interface CreateOptions extends WriteOptions {
  /** What stands in status is kept, and nobody is asked: for scenarios. */
  readonly seed?: boolean;
}

export interface StoreUpdateOptions extends WriteOptions {
  readonly subresource?: string | undefined;
}

export interface DeleteOptions extends WriteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

export interface Deleted {
  readonly object: KubeObject;
  /** Whether it is gone; else it waits for its finalizers or its grace period. */
  readonly removed: boolean;
}

export interface ListOptions {
  readonly namespace?: string | undefined;
  /** Only what this says yes to. */
  readonly where?: ((object: KubeObject) => boolean) | undefined;
  readonly limit?: number | undefined;
  /** Only what comes after this key. */
  readonly after?: string | undefined;
  /** The state of this version. */
  readonly at?: number | undefined;
}

export interface StoreListResult {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: number;
  /** Where the next page begins; undefined: there is none. */
  readonly next: string | undefined;
  /** How many are behind this page, not asked whether they are meant. */
  readonly remaining: number;
}
