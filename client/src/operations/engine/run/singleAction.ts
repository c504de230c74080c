/**
 * Runs a procedure with a single change: asks for confirmation, sends the change, and reports the result. Unlike an
 * operation, it isn't shown in the tree and can't be paused, and it doesn't replace an operation on the cluster.
 * Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { operationPlan, type Plan } from '#core/operations/plan.ts';
import {
  findCurrentStep,
  gateSentences,
  type ConfirmationGate,
  type Procedure,
  type ProcedureStep,
} from '#core/operations/procedure.ts';
import { joinSentences } from '#core/text/grammar.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { replaceShellCommands } from '#client/text/editorCommands.ts';
import { duringOperation, sentence } from '../messages/blockedMessageText.ts';
import { planRejection, readOnlyStartMessage } from './planRejection.ts';
import { describeSentChange, sendChange } from './sendChange.ts';

/** The dependencies of an action. */
export interface SingleActionParts<Choices> {
  readonly context: string;
  readonly connection: Pick<Connection, 'send'>;
  /** A procedure with one step. */
  readonly procedure: Procedure<Choices>;
  readonly choices: Choices;
  readonly isReadOnly: () => boolean;
  /** Reads the data that the procedure requires. */
  readonly observe: () => Promise<ObservedCluster>;
  /**
   * Asks the user for confirmation.
   * @param plan undefined if the consequences changed after the user confirmed the plan
   */
  readonly agree: (gate: ConfirmationGate, plan: Plan | undefined) => Promise<boolean>;
  /** Shows the progress while the changes are sent. The signal is aborted if the user cancels. */
  readonly showProgress: <T>(work: (signal: AbortSignal) => Promise<T>) => Thenable<T>;
  readonly tell: (kind: 'info' | 'warning', message: string) => Promise<unknown>;
}

/** Maximum number of times that the change is sent, if other clients change the object meanwhile. */
const mostTries = 5;

interface Rejection {
  readonly isChanged: boolean;
  readonly words: string;
}

export class SingleAction<Choices> {
  readonly #parts: SingleActionParts<Choices>;
  /** The confirmed consequences. Undefined before the confirmation. */
  #agreed: string | undefined;

  constructor(parts: SingleActionParts<Choices>) {
    this.#parts = parts;
  }

  async run(): Promise<OperationOutcome> {
    const { isReadOnly, procedure, showProgress, tell } = this.#parts;
    let rejection: Rejection | undefined;
    for (let tries = 0; tries < mostTries; tries += 1) {
      if (isReadOnly()) {
        await tell('warning', `${procedure.title()}: ${readOnlyStartMessage()}`);
        return 'blocked';
      }
      const step = await this.#confirm();
      if (step === 'declined') return step;
      if (step?.state !== 'ready') return this.#reportState(step);
      rejection = await showProgress((signal) => this.#send(step.changes, signal));
      if (rejection === undefined) return this.#reportSent(step);
      if (!rejection.isChanged) break;
    }
    return this.#refuse(procedure.title(), rejection?.words ?? '');
  }

  /** Returns the current step after the user confirmed its consequences. Asks again if they changed meanwhile. */
  async #confirm(): Promise<ProcedureStep | 'declined' | undefined> {
    for (;;) {
      const { step, plan } = await this.#look();
      if (step?.state !== 'ready' || step.gate === undefined) return step;
      const words = JSON.stringify([step.gate.question, gateSentences(step.gate)]);
      if (words === this.#agreed) return step;
      if (!(await this.#parts.agree(step.gate, this.#agreed === undefined ? plan : undefined))) return 'declined';
      this.#agreed = words;
    }
  }

  /** Reads the object and returns the step. */
  async #look(): Promise<{ readonly step: ProcedureStep | undefined; readonly plan: Plan }> {
    const { procedure, choices, observe } = this.#parts;
    const situation = await observe();
    const steps = procedure.steps(situation, choices);
    return { step: findCurrentStep(steps) ?? steps[0], plan: operationPlan(procedure.title(), situation, steps) };
  }

  /** Sends the changes after a dry run. Returns the problem if the cluster rejects one of them. */
  async #send(changes: readonly ClusterChange[], signal: AbortSignal): Promise<Rejection | undefined> {
    for (const dryRun of [true, false])
      for (const change of changes) {
        const answer = await sendChange(this.#parts.connection, change, { dryRun, signal });
        if (!answer.ok) return describeRejection(change, answer.error, dryRun);
      }
    return undefined;
  }

  async #reportSent(sent: ProcedureStep): Promise<OperationOutcome> {
    const { step } = await this.#look();
    // If the API server doesn't reflect the change yet, reports only that it was sent.
    const state =
      step?.state === 'done'
        ? joinSentences(sentence(step.headline), step.meaning ?? '')
        : sentence(sent.changes.map(describeSentChange).join(', '));
    await this.#report(sent.title, state);
    return 'done';
  }

  async #reportState(step: ProcedureStep | undefined): Promise<OperationOutcome> {
    if (step === undefined) return 'done';
    const words = joinSentences(sentence(step.headline), step.meaning ?? '');
    if (step.state !== 'done')
      return this.#refuse(step.title, joinSentences(words, replaceShellCommands(step.todo ?? '', duringOperation)));
    await this.#report(step.title, words);
    return 'done';
  }

  #report(title: string, state: string): Promise<unknown> {
    return this.#parts.tell('info', `${l10n.t`${title} on ${this.#parts.context}`}: ${state}`);
  }

  async #refuse(title: string, words: string): Promise<OperationOutcome> {
    await this.#parts.tell('warning', `${l10n.t`${title} on ${this.#parts.context}`}: ${words}`);
    return 'blocked';
  }
}

/** Returns why the cluster rejects a change, or undefined if nothing is left to do. */
function describeRejection(change: ClusterChange, problem: ApiProblem, isDryRun: boolean): Rejection | undefined {
  const plan = planRejection(change, problem);
  // The API server rejects a patch of a recreated object because its UID can't change.
  if (change.how === 'merge' && change.uid !== undefined && problem.message.includes('metadata.uid'))
    return { isChanged: true, words: plan.how === 'over' ? '' : plan.words };
  if (plan.how === 'over') return undefined;
  if (plan.how === 'changed' || plan.how === 'blocked') return { isChanged: plan.how === 'changed', words: plan.words };
  // An operation retries automatically. A single action doesn't.
  const hint =
    plan.how === 'away' && plan.unsure && !isDryRun
      ? l10n.t`The change might have been applied. Check the object before you run the command again.`
      : l10n.t`No change was applied. Run the command again.`;
  return { isChanged: false, words: joinSentences(sentence(problem.message), hint) };
}
