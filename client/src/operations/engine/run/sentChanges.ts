/** Tracks the changes that a run has sent, by step. */
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { SentChange } from './sentChange.ts';

/** Records which changes of which steps were sent. */
export class SentChanges {
  readonly #sent = new Map<string, SentChange>();

  /** Returns the sent changes of a step. */
  of(step: ProcedureStep): readonly SentChange[] {
    return step.changes.flatMap((change) => this.#sent.get(getChangeKey(step, change)) ?? []);
  }

  has(step: ProcedureStep, change: ClusterChange): boolean {
    return this.#sent.has(getChangeKey(step, change));
  }

  add(step: ProcedureStep, sent: SentChange): void {
    this.#sent.set(getChangeKey(step, sent.change), sent);
  }

  delete(step: ProcedureStep, change: ClusterChange): void {
    this.#sent.delete(getChangeKey(step, change));
  }

  /** Removes the changes of the step with this key, so that they are sent again. */
  forgetStep(steps: readonly ProcedureStep[], key: string): void {
    const step = steps.find((one) => getStepKey(one) === key);
    for (const change of step?.changes ?? []) this.#sent.delete(getChangeKey(step, change));
  }
}

/** Returns a key that stays the same while the step has the same changes. */
export function getStepKey({ id, changes }: ProcedureStep): string {
  return JSON.stringify([id, changes]);
}

function getChangeKey(step: Pick<ProcedureStep, 'id'> | undefined, change: ClusterChange): string {
  return JSON.stringify([step?.id, change]);
}
