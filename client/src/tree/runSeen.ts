/** A procedure that is being done on a cluster, as the tree shows it. */
import type { Step } from '../../../core/lifecycle/procedure.ts';
import type { StepResults } from '../../../core/lifecycle/stepResults.ts';

export interface RunSeen {
  /** `Install kata`. */
  readonly title: string;
  /**
   * `working`: something is sent or waited for; `asking`: a question is open; `held`: it waits for somebody or for the cluster to come back;
   * `paused`: nothing is sent until somebody continues it; `done`.
   */
  readonly state: 'working' | 'asking' | 'held' | 'paused' | 'done';
  /** What goes on, or what is to be done: a sentence. */
  readonly words: string;
  readonly steps: readonly Step[];
  /** What became of the steps so far. */
  readonly results?: StepResults;
}
