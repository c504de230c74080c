/** Defines a resource kind to follow on a cluster: its API path and the fields to keep from each object. */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { parseClusterObject, type ClusterObject } from './clusterObject.ts';
import type { Message } from '#core/text/message.ts';

export interface WatchedKind<T extends ClusterObject> {
  /** API group. Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  /** `cluster`: cluster-scoped. `operator`: in the operator namespace. `all`: in all namespaces. */
  readonly scope: 'cluster' | 'operator' | 'all';
  /** Only the objects in this namespace. Overrides `scope`. */
  readonly namespace?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  /** True to request only metadata, so that values (of Secrets) are never transferred. */
  readonly metadataOnly?: boolean;
  /**
   * Maximum number of stored objects. Set for kinds that can have a very large number of objects. Beyond the maximum,
   * the oldest objects are removed.
   */
  readonly most?: number;
  /**
   * True if the kind is followed only on clusters that need it (core/cluster/optionalKinds.ts). If it's missing or
   * can't be read, this isn't reported as a problem of the cluster.
   */
  readonly optional?: true;
  /** What the extension needs the kind for, as a phrase that follows "needed to show". */
  readonly neededFor: Message;
  /** Parses an object. Returns undefined if it's not valid. Never throws. */
  readonly read: (raw: unknown) => T | undefined;
}

/**
 * Defines a watched kind. Its `read` function also receives the common fields and isn't called for values that aren't
 * API objects.
 */
export function defineWatchedKind<T extends ClusterObject>(
  kind: Omit<WatchedKind<T>, 'read'> & { readonly read: (raw: unknown, object: ClusterObject) => T | undefined },
): WatchedKind<T> {
  const read = (raw: unknown): T | undefined => {
    const object = parseClusterObject(raw);
    return object === undefined ? undefined : kind.read(raw, object);
  };
  return { ...kind, read };
}

/**
 * Returns the path of the list, such as `/apis/apps/v1/namespaces/openshift-sandboxed-containers-operator/deployments`.
 */
export function listPath({ group, version, plural, scope, namespace }: WatchedKind<ClusterObject>): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const only = namespace ?? (scope === 'operator' ? operatorNamespace : undefined);
  return only === undefined ? `${root}/${plural}` : `${root}/namespaces/${encodeURIComponent(only)}/${plural}`;
}
