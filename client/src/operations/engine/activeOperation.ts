/** Runs one operation on one cluster from start to end. Asks the user and stores the progress. */
import type { StepResults } from '#core/operations/stepResults.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import type { ReadOnlyDocuments } from '#client/vscode/documents/readOnlyDocuments.ts';
import type { OperationsDeps } from '../operationsFeature.ts';
import type { OperationOutcome } from '../context.ts';
import { askGates, askPlan } from './askConfirmations.ts';
import { BlockedMessage } from './messages/blockedMessage.ts';
import type { OperationEnd, OperationMessages } from './messages/operationMessages.ts';
import { OperationRun } from './run/operationRun.ts';
import type { RunQuestion } from './run/runParts.ts';
import type { Pauses } from './pausedOperations.ts';
import { UserPresence } from './userPresence.ts';
import { isWorthKeeping } from './isWorthKeeping.ts';

export interface ActiveOperationServices extends Pick<OperationsDeps, 'notify' | 'settings'> {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Shows plans as documents. */
  readonly texts: Pick<ReadOnlyDocuments, 'markdown'>;
  readonly messages: OperationMessages;
  readonly pauses: Pauses;
}

export interface ActiveOperationParts<Choices> {
  readonly services: ActiveOperationServices;
  readonly cluster: OpenCluster;
  readonly procedure: Procedure<Choices>;
  readonly choices: Choices;
  /** The step results from when the operation was paused. Undefined for a new operation. */
  readonly results: StepResults | undefined;
  /** Called once when the user agrees. */
  readonly begins: (() => Promise<void>) | undefined;
  /** Called when the user selects Continue in a message. The message can stay open after the operation ended. */
  readonly onContinue: (ended: OperationEnd | undefined) => void;
  /** Called when the user wants to answer a question of an operation that has ended. */
  readonly onLateAnswer: (ended: OperationEnd) => Promise<void>;
}

export class ActiveOperation<Choices> {
  readonly #parts: ActiveOperationParts<Choices>;
  readonly #attention: UserPresence;
  readonly #run: OperationRun<Choices>;
  readonly #blockedMessage: BlockedMessage;
  #ended: OperationEnd | undefined;
  #isStopped = false;
  /** True if the operation is paused when it ends early. Otherwise, it's discarded. */
  #isKept: boolean;
  #hasAgreed = false;
  #resolveOver = (): void => undefined;
  /** Resolves when another operation can start. */
  readonly over = new Promise<void>((resolve) => {
    this.#resolveOver = resolve;
  });

  constructor(parts: ActiveOperationParts<Choices>) {
    const { services, cluster, procedure, choices, results } = parts;
    const { clock, chance, settings, messages } = services;
    this.#parts = parts;
    this.#attention = new UserPresence(clock);
    this.#isKept = results !== undefined;
    this.#blockedMessage = new BlockedMessage(clock, (seen) => {
      const current = () => (this.#ended === undefined ? this.seen : undefined);
      void messages.reportBlocked(cluster.context, seen, () => parts.onContinue(this.#ended), current);
    });
    this.#run = new OperationRun({
      cluster,
      procedure,
      choices,
      clock,
      chance,
      isReadOnly: () => settings.readOnly(),
      agree: (question) => this.#agree(question),
      seen: (seen) => this.#record(seen),
      ...omitUndefined({ results }),
    });
  }

  /** The progress as last shown. Undefined before the first evaluation. */
  get seen(): OperationProgress | undefined {
    return this.#run.seen;
  }

  /** Runs the operation to its end. */
  async run(): Promise<OperationOutcome> {
    const { services, cluster } = this.#parts;
    const listening = cluster.onChange(() => {
      if (!cluster.isOpen) this.#attention.come();
    });
    try {
      const outcome = await this.#run.finish();
      this.#ended = { outcome, at: services.clock.now() };
      // No confirmation was required.
      if (outcome === 'done') {
        services.pauses.forget(cluster);
        await this.#begin();
      }
      return outcome;
    } finally {
      listening.dispose();
    }
  }

  /** Retries a blocked operation and records that the user is present. */
  goOn(): void {
    this.#attention.come();
    this.#run.goOn();
  }

  /** Stops the operation, so that no further changes are sent. */
  stop(): void {
    this.#isStopped = true;
    this.#run.stop();
    this.#attention.come();
  }

  /** Marks the operation as over, so that another one can start. */
  end(): void {
    this.#blockedMessage.update(undefined);
    this.#resolveOver();
  }

  async #begin(): Promise<void> {
    this.#isKept = true;
    if (this.#hasAgreed) return;
    this.#hasAgreed = true;
    await this.#parts.begins?.();
  }

  async #agree({ gates, step, plan }: RunQuestion): Promise<boolean> {
    const { services, cluster } = this.#parts;
    const { notify, texts, clock } = services;
    if (!this.#attention.isThere) {
      this.#announce(gates[0]?.question ?? '').then(undefined, () => undefined);
      await this.#attention.comes();
      if (!cluster.isOpen || this.#isStopped) return false;
    }
    const agreed =
      plan === undefined
        ? await askGates(notify, step.title, cluster.context, gates)
        : await askPlan(notify, texts, plan, gates, clock.now());
    this.#attention.come();
    if (agreed) await this.#begin();
    return agreed;
  }

  async #announce(question: string): Promise<void> {
    const { services, cluster, procedure, onLateAnswer } = this.#parts;
    if (!(await services.messages.announceQuestion(cluster.context, procedure.title(), question))) return;
    if (this.#ended === undefined) this.#attention.come();
    else await onLateAnswer(this.#ended);
  }

  #record(seen: OperationProgress): void {
    const { services, cluster, procedure, choices } = this.#parts;
    this.#blockedMessage.update(seen);
    this.#isKept ||= isWorthKeeping(seen);
    if (this.#isKept && seen.state !== 'done' && seen.steps.length > 0)
      services.pauses.keep(cluster, procedure, choices, seen);
  }
}
