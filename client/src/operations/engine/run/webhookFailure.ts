/**
 * Remembers that the API server couldn't call the operator webhook. The cluster state doesn't show this problem,
 * because the pod of the webhook can be ready although the API server can't reach it. All functions are pure.
 */
import { isOperatorWebhookFailure, withWebhookFailure } from '#core/operations/steps/install/webhookStep.ts';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { getStepKey } from './sentChanges.ts';
import type { RejectionPlan } from './planRejection.ts';

export class WebhookFailure {
  #key: string | undefined;
  #message = '';
  #isFinal = false;

  /**
   * Records the answer to the changes of a step.
   * @param rejection undefined if the API server accepts them
   */
  note(step: ProcedureStep, rejection?: RejectionPlan): void {
    // If the cluster didn't respond, the previous response remains valid.
    if (rejection?.how === 'away') return;
    const hasFailed = rejection?.how === 'soon' && isOperatorWebhookFailure(rejection.message);
    this.#key = hasFailed ? getStepKey(step) : undefined;
    this.#message = hasFailed ? rejection.message : '';
    this.#isFinal = false;
  }

  /** Records that the extension stopped retrying. */
  giveUp(): void {
    this.#isFinal = true;
  }

  /** Returns the steps. Marks the webhook step as not done if the current step failed because of the webhook. */
  mark(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
    const current = findCurrentStep(steps);
    if (this.#key === undefined || current === undefined || getStepKey(current) !== this.#key) return steps;
    return withWebhookFailure(steps, this.#isFinal ? 'blocked' : 'waiting', this.#message);
  }
}
