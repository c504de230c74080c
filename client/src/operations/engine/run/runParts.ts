/** The dependencies of a run: its cluster, its procedure, and how it asks the user. */
import type { ConfirmationGate, Procedure, ProcedureStep } from '#core/operations/procedure.ts';
import type { Plan } from '#core/operations/plan.ts';
import type { StepResults } from '#core/operations/stepResults.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';

export interface RunParts<Choices> {
  readonly cluster: OpenCluster;
  readonly procedure: Procedure<Choices>;
  readonly choices: Choices;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly isReadOnly: () => boolean;
  /** Asks the user for confirmation. Resolves to false if the user declines. */
  readonly agree: (question: RunQuestion) => Promise<boolean>;
  /** Called whenever the progress changes. */
  readonly seen?: (seen: OperationProgress) => void;
  /** The step results from when the operation was paused. Undefined for a new operation. */
  readonly results?: StepResults;
}

export interface RunQuestion {
  /** Consequences that the user hasn't confirmed yet. */
  readonly gates: readonly ConfirmationGate[];
  /** The step that comes next. */
  readonly step: ProcedureStep;
  /**
   * The plan of all remaining steps before the first change. Undefined if the operation has started and the cluster
   * differs from the confirmed plan.
   */
  readonly plan?: Plan;
}
