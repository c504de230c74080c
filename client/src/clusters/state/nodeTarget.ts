/** The subject of commands on a tree row. */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** What the commands of a row are about. */
export interface NodeTarget {
  /** The context of the kubeconfig. */
  readonly context: string;
  readonly object?: ObjectReference;
  /** The long group of which the row shows more. */
  readonly group?: string;
}
