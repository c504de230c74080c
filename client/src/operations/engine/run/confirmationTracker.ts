/** Tracks what the user has confirmed. All functions are pure. */
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';

/** A confirmation gate and its step. */
export interface OpenGate {
  readonly step: ProcedureStep;
  readonly gate: ConfirmationGate;
}

export class ConfirmationTracker {
  /** What the user has confirmed for each gate: the consequences, and the keys of the losses. */
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

/**
 * Returns what the user confirms with a gate. Uses the names of the nodes that reboot and the keys of losses instead of
 * their texts, because the texts contain counts and durations that change without user action.
 */
function covered({ consequences, losses = [], reboots, estimates = [] }: ConfirmationGate): readonly string[] {
  return [
    ...consequences.filter((line) => !estimates.includes(line)),
    ...losses.flatMap(({ keys }) => keys),
    ...(reboots?.nodes ?? []).map((name) => `reboot:${name}`),
  ];
}

function keyOf({ step, gate }: OpenGate): string {
  return JSON.stringify([step.id, gate.question, gate.typed]);
}
