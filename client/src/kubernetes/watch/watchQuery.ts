/** Builds the parts of a list or watch request that select the objects and the amount of data per object. */
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { WatchOptions } from './watchOnce.ts';

/** Content type of a list that returns only metadata. */
export const partialList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
/** Content type of a watch that returns only metadata. */
export const partialObject = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** Returns the selectors of a kind as a query. */
export function selectors<T extends ClusterObject>({
  fieldSelector,
  labelSelector,
}: WatchedKind<T>): WatchOptions['query'] {
  return { fieldSelector, labelSelector };
}
