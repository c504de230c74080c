/** The shape of a kind that is followed on a cluster: where it is, and what is kept of each object. */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { parseClusterObject, type ClusterObject } from './clusterObject.ts';
import type { Message } from '#core/text/message.ts';

export interface WatchedKind<T extends ClusterObject> {
  /** `` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  /** `cluster`: belongs to no namespace; `operator`: in the operator's namespace; `all`: in all namespaces. */
  readonly scope: 'cluster' | 'operator' | 'all';
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  /** Only the metadata is asked for: values (of Secrets) never cross the wire. */
  readonly metadataOnly?: boolean;
  /**
   * Maximum number of stored objects, for kinds with potentially very many objects. Beyond that, the oldest are
   * removed.
   */
  readonly most?: number;
  /** What of the product cannot be shown without it; in a sentence after "needed to show". */
  readonly neededFor: Message;
  /** What is kept; undefined for what cannot be read. Never throws. */
  readonly read: (raw: unknown) => T | undefined;
}

/** A kind; its `read` is handed what all objects have, and is not asked about what is none. */
export function defineWatchedKind<T extends ClusterObject>(
  kind: Omit<WatchedKind<T>, 'read'> & { readonly read: (raw: unknown, object: ClusterObject) => T | undefined },
): WatchedKind<T> {
  const read = (raw: unknown): T | undefined => {
    const object = parseClusterObject(raw);
    return object === undefined ? undefined : kind.read(raw, object);
  };
  return { ...kind, read };
}

/** The path of the list: `/apis/apps/v1/namespaces/openshift-sandboxed-containers-operator/deployments`. */
export function listPath({ group, version, plural, scope }: WatchedKind<ClusterObject>): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return scope === 'operator' ? `${root}/namespaces/${operatorNamespace}/${plural}` : `${root}/${plural}`;
}
