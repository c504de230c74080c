/** A resource of edge hosting in the tree. */
import type { StatusSeverity } from '#core/status/explainedStatus.ts';
import type { EdgeCause } from '../edgeCauses.ts';
import type { EdgeResource } from '../table/edgePair.ts';
import type { EdgeEntry } from './readAnswers.ts';

/** The numbers of resources below a resource that need attention, by severity. */
export interface EdgeBelow {
  readonly error: number;
  readonly warning: number;
  readonly unknown: number;
}

/** A resource in the tree of edge clusters, node pools, nodes, and components. */
export interface EdgeNode {
  /** Unique in the tree, and the same for the same resource in other answers. */
  readonly key: string;
  readonly resource?: EdgeResource;
  /** Name or id. */
  readonly label: string;
  readonly id: string;
  /** Undefined: others name it, and it is in no answer. */
  readonly entry?: EdgeEntry;
  readonly contradicting: readonly EdgeEntry[];
  readonly severity: StatusSeverity;
  /** Where its state comes from; undefined: from no other resource, as far as the table says. */
  readonly cause?: EdgeCause;
  readonly children: readonly EdgeNode[];
  readonly below: EdgeBelow;
  /** What was not read of it. */
  readonly missing: readonly EdgeMissing[];
}

/** Data that no answer contains: `Node pools`, `not read`, and what to do. */
export interface EdgeMissing {
  /** Resources under it; undefined: something of itself. */
  readonly resource?: EdgeResource;
  readonly what: string;
  readonly state: string;
  readonly todo: string;
}
