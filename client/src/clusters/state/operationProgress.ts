/** Progress of an operation on a cluster, as the tree shows it. */
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { StepResults } from '#core/operations/stepResults.ts';

export interface OperationProgress {
  /** Title, such as `Install kata`. */
  readonly title: string;
  /** Short noun for the row in a narrow tree, such as `Install`. Defaults to the title. */
  readonly label?: string;
  /**
   * State of the operation.
   *
   * - `working`: is sending a change or waiting for its result
   * - `asking`: is waiting for an answer from the user
   * - `blocked`: is waiting for a manual action or for the cluster to reconnect
   * - `paused`: sends nothing until the user continues it
   * - `done`: is complete, although manual steps can remain
   */
  readonly state: 'working' | 'asking' | 'blocked' | 'paused' | 'done';
  /** A sentence that describes the current activity or the required action. */
  readonly words: string;
  readonly steps: readonly ProcedureStep[];
  /** What a blocked operation is waiting for, if it continues automatically. */
  readonly waitsFor?: 'connection' | 'login' | 'retry';
  /**
   * Time of the step states, in milliseconds since 1970, if they might be outdated. This is the time when a paused
   * operation was paused or last stored, or when the connection was lost.
   */
  readonly at?: number;
  /** The results of the steps so far. */
  readonly results?: StepResults;
}
