/** What a list or a watch of a kind requests: which objects, and how much of each. */
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { WatchOptions } from './watchOnce.ts';

/** The content type of a list of which only the metadata is read. */
export const partialList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
/** The content type of a watch of which only the metadata is read. */
export const partialObject = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** Returns the selectors of a kind as a query. */
export function selectors<T extends ClusterObject>({
  fieldSelector,
  labelSelector,
}: WatchedKind<T>): WatchOptions['query'] {
  return { fieldSelector, labelSelector };
}
