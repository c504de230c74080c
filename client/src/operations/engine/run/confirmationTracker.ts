/** What somebody has agreed to. Pure. */
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';

/** A gate, and whose it is. */
export interface OpenGate {
  readonly step: ProcedureStep;
  readonly gate: ConfirmationGate;
}

export class ConfirmationTracker {
  /** The confirmed consequences and keys of losses, by question. */
  readonly #read = new Map<string, ReadonlySet<string>>();

  add(gates: readonly OpenGate[]): void {
    for (const one of gates) this.#read.set(keyOf(one), new Set(covered(one.gate)));
  }

  /** Those of these steps that nobody has agreed to. One whose consequences have become more was another one. */
  open(steps: readonly ProcedureStep[]): readonly OpenGate[] {
    return steps.flatMap((step) => {
      const { gate, state } = step;
      if (gate === undefined || state === 'done') return [];
      const read = this.#read.get(keyOf({ step, gate }));
      return read !== undefined && covered(gate).every((line) => read.has(line)) ? [] : [{ step, gate }];
    });
  }
}

/** Returns what the confirmation of a gate covers. Excludes numbers that change on their own. */
function covered({ consequences, losses = [] }: ConfirmationGate): readonly string[] {
  return [...consequences, ...losses.flatMap(({ keys }) => keys)];
}

function keyOf({ step, gate }: OpenGate): string {
  return JSON.stringify([step.id, gate.question, gate.typed]);
}
