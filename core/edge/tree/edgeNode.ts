/** Defines an edge hosting resource in the tree. */
import type { StatusSeverity } from '#core/status/explainedStatus.ts';
import type { EdgeCause } from '../edgeCauses.ts';
import type { EdgeResource } from '../table/edgePair.ts';
import type { EdgeEntry } from './readAnswers.ts';

/** Numbers of descendants that need attention, by severity. */
export interface EdgeBelow {
  readonly error: number;
  readonly warning: number;
  readonly unknown: number;
}

/** A resource in the tree of edge clusters, node pools, nodes, and components. */
export interface EdgeNode {
  /** Key that is unique in the tree. The same resource has the same key in other responses. */
  readonly key: string;
  readonly resource?: EdgeResource;
  /** Name or ID. */
  readonly label: string;
  readonly id: string;
  /** Undefined if other resources refer to this one but no response contains it. */
  readonly entry?: EdgeEntry;
  readonly contradicting: readonly EdgeEntry[];
  readonly severity: StatusSeverity;
  /** Cause of the state. Undefined if, according to the status table, no other resource causes it. */
  readonly cause?: EdgeCause;
  readonly children: readonly EdgeNode[];
  readonly below: EdgeBelow;
  /** Data of the resource that wasn't read. */
  readonly missing: readonly EdgeMissing[];
}

/**
 * Data that no response contains. `what` names the data, such as `Node pools`, `state` is a phrase such as `not read`,
 * and `todo` is the recommended action.
 */
export interface EdgeMissing {
  /** Kind of the missing child resources. Undefined if data of the resource itself is missing. */
  readonly resource?: EdgeResource;
  readonly what: string;
  readonly state: string;
  readonly todo: string;
}
