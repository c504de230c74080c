/** Tracks what the user has confirmed. Pure. */
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';

/** A confirmation gate and its step. */
export interface OpenGate {
  readonly step: ProcedureStep;
  readonly gate: ConfirmationGate;
}

export class ConfirmationTracker {
  /** The confirmed consequences and keys of losses, by gate. */
  readonly #read = new Map<string, ReadonlySet<string>>();

  add(gates: readonly OpenGate[]): void {
    for (const one of gates) this.#read.set(keyOf(one), new Set(covered(one.gate)));
  }

  /**
   * Returns the gates of these steps that the user hasn't confirmed. A gate with new consequences must be confirmed
   * again.
   */
  open(steps: readonly ProcedureStep[]): readonly OpenGate[] {
    return steps.flatMap((step) => {
      const { gate, state } = step;
      if (gate === undefined || state === 'done') return [];
      const read = this.#read.get(keyOf({ step, gate }));
      return read !== undefined && covered(gate).every((line) => read.has(line)) ? [] : [{ step, gate }];
    });
  }
}

/** Returns what the confirmation of a gate covers. Excludes counts that change on their own. */
function covered({ consequences, losses = [] }: ConfirmationGate): readonly string[] {
  return [...consequences, ...losses.flatMap(({ keys }) => keys)];
}

function keyOf({ step, gate }: OpenGate): string {
  return JSON.stringify([step.id, gate.question, gate.typed]);
}
