/** State of the list of related objects. The extension reads them when the user expands or refreshes the group. */
import type { RelatedResourcesRead } from '#client/kubernetes/read/readRelatedResources.ts';

export type RelatedState =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'loading' }
  /** @property asOf milliseconds since 1970 */
  | ({ readonly kind: 'loaded'; readonly asOf: number } & RelatedResourcesRead);
