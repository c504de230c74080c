/** Parameters and results of the store. */
import type { SimulatorClock } from '../time/clock.ts';
import type { KubeObject } from './kubeObject.ts';
import type { UserInfo } from './resourceType.ts';

export interface StoreOptions {
  readonly clock: SimulatorClock;
  /** Maximum number of changes in the history. */
  readonly history?: number;
  /** Generates UIDs. Golden files require the same UIDs in each run. */
  readonly newUid?: () => string;
  /** Generates the suffix of a generated name, five characters long. */
  readonly newSuffix?: () => string;
  /** Called with the error if a listener throws. Only that listener misses the event. */
  readonly listenerFailed?: (error: unknown) => void;
}

export interface WriteOptions {
  readonly user?: UserInfo | undefined;
  /** True to run all checks without storing anything. */
  readonly dryRun?: boolean | undefined;
  /** Updates the managed fields. Called last, before the object is stored. */
  readonly manage?: ((next: KubeObject, old: KubeObject | undefined) => KubeObject) | undefined;
}

export interface CreateOptions extends WriteOptions {
  /** True to keep the given status and skip admission checks. Used for scenarios. */
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
  /**
   * True if the object is deleted. Otherwise, it remains until its finalizers are removed and its grace period ends.
   */
  readonly removed: boolean;
}

export interface ListOptions {
  readonly namespace?: string | undefined;
  /** Filter for the objects to return. */
  readonly where?: ((object: KubeObject) => boolean) | undefined;
  readonly limit?: number | undefined;
  /** Key after which the list starts. */
  readonly after?: string | undefined;
  /** Version of the state to list. */
  readonly at?: number | undefined;
}

export interface StoreListResult {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: number;
  /** Position where the next page starts. Undefined if this is the last page. */
  readonly next: string | undefined;
  /** Number of objects after this page, without applying the filter. */
  readonly remaining: number;
}
