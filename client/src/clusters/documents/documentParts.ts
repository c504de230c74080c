/** Defines what the documents about objects depend on. */
import type { MustGatherEntry } from '#client/mustGather/tree/mustGatherEntry.ts';
import type { ClusterSession } from '../sessions/clusterSession.ts';

export interface DocumentParts {
  readonly session: (context: string) => ClusterSession | undefined;
  /** Returns the must-gather with this name. */
  readonly gathered: (name: string) => MustGatherEntry | undefined;
  readonly now: () => number;
}
