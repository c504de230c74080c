/** Defines what a command on a tree row applies to. */
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** The cluster, object, or group that the commands of a row apply to. */
export interface NodeTarget {
  /** The context of the kubeconfig. */
  readonly context: string;
  readonly object?: ObjectReference;
  /** ID of the long group, if the row shows the next page of a group. */
  readonly group?: string;
}
