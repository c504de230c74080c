/**
 * Runs one procedure on one cluster. Doesn't use VS Code. Evaluates the steps from the current cluster state each time,
 * so that changes by other clients are taken into account. After it sends a change, the run waits for a cluster state
 * that is recent enough to contain it. It sends a missing change again only after the user continues the operation.
 */
import * as l10n from '@vscode/l10n';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { noteSent, recordResults, type StepResults } from '#core/operations/stepResults.ts';
import { omitUndefined } from '#core/common/json.ts';
import { operationPlan } from '#core/operations/plan.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { Backoff } from '#client/kubernetes/watch/backoff.ts';
import { InterruptibleDelay } from '#client/kubernetes/watch/interruptibleDelay.ts';
import { ConfirmationTracker, type OpenGate } from './confirmationTracker.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { describeCompletion } from '#client/clusters/state/operationProgressText.ts';
import { getConnectionBlocker, type ConnectionBlocker } from './connectionBlocker.ts';
import { LookupRefresher } from '#client/kubernetes/read/lookupRefresher.ts';
import { isNotThereYet, planRejection, readOnlyHoldMessage } from './planRejection.ts';
import { sendChange, describeSentChange } from './sendChange.ts';
import { findMissingRight, type MissingRight } from './missingRight.ts';
import type { RunParts } from './runParts.ts';
import { isObserved, createSentChange } from './sentChange.ts';
import { SentChanges, getStepKey } from './sentChanges.ts';
import { WebhookFailure } from './webhookFailure.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Time in milliseconds during which several changes on the cluster are combined into one evaluation. */
const together = 200;
/** Maximum time in milliseconds during which a change is retried because a webhook isn't ready. */
const patience = 120_000;

/** The reason why a step can't be sent now. */
interface Hold {
  /** Key of the step and its changes. The hold doesn't apply to other steps. */
  readonly key: string;
  /** End of the hold in milliseconds since 1970. If undefined, the hold lasts until the user continues. */
  readonly until?: number;
  readonly state: 'working' | 'blocked';
  readonly words: string;
  readonly waitsFor?: 'retry';
}

/** Time until the next evaluation in milliseconds, unless the cluster changes earlier. */
interface Wait {
  readonly wait: number;
}

export class OperationRun<Choices> {
  readonly #parts: RunParts<Choices>;
  readonly #rest: InterruptibleDelay;
  readonly #over = new AbortController();
  readonly #facts: LookupRefresher;
  readonly #agreed = new ConfirmationTracker();
  readonly #sent = new SentChanges();
  readonly #webhook = new WebhookFailure();
  readonly #backoff: Backoff;
  #hold: Hold | undefined;
  /** When a change was first rejected because a webhook wasn't ready, in milliseconds since 1970. */
  #unready: number | undefined;
  #rightsTried = false;
  #hasAgreed = false;
  /** When the current step started, in milliseconds since 1970. */
  #since = 0;
  #situation: ObservedCluster | undefined;
  #steps: readonly ProcedureStep[] = [];
  /** When the steps were evaluated, in milliseconds since 1970. */
  #stepsAt: number | undefined;
  #results: StepResults;
  #hasLooked: boolean;
  #seen: OperationProgress | undefined;
  #looked: unknown;
  #cancelWake: (() => void) | undefined;
  #isReading = false;

  constructor(parts: RunParts<Choices>) {
    this.#parts = parts;
    this.#results = parts.results ?? {};
    this.#hasLooked = parts.results !== undefined;
    this.#rest = new InterruptibleDelay(parts.clock);
    this.#backoff = new Backoff(parts.chance);
    this.#facts = new LookupRefresher({
      connection: parts.cluster.connection,
      ids: [...parts.procedure.facts, ...(parts.procedure.moreFacts?.(parts.choices) ?? [])],
      objects: parts.procedure.objects?.(parts.choices) ?? [],
      clock: parts.clock,
      signal: this.#over.signal,
    });
  }

  /** The progress as last shown. Undefined before the first evaluation. */
  get seen(): OperationProgress | undefined {
    return this.#seen;
  }

  /** Retries a blocked step at the user's request. */
  goOn(): void {
    if (this.#hold !== undefined && this.#hold.until === undefined) this.#sent.forgetStep(this.#steps, this.#hold.key);
    this.#hold = undefined;
    this.#unready = undefined;
    this.#facts.expire();
    this.#rest.wake();
  }

  /** Stops the operation, so that no further changes are sent. */
  stop(): void {
    this.#over.abort();
    this.#rest.wake();
  }

  /** Runs until the operation ends. Rejects only for bugs in the extension. */
  async finish(): Promise<OperationOutcome> {
    const { cluster } = this.#parts;
    const listening = cluster.onChange(() => this.#heard());
    try {
      for (;;) {
        if (this.#isOver) return 'stopped';
        this.#looked = cluster.snapshot;
        const next = await this.#look();
        if (typeof next === 'string') return this.#isOver && next !== 'done' ? 'stopped' : next;
        // A snapshot that changed in the meantime is evaluated without waiting.
        if (next.wait > 0 && cluster.snapshot === this.#looked && !this.#isOver) await this.#rest.for(next.wait);
      }
    } finally {
      listening.dispose();
      this.#cancelWake?.();
    }
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted || !this.#parts.cluster.isOpen;
  }

  #heard(): void {
    const { cluster, clock } = this.#parts;
    if (!cluster.isOpen) return this.stop();
    // The progress that this run shows also triggers a change event.
    if (cluster.snapshot === this.#looked) return;
    // Reading the cluster can take a long time, and the displayed state must not wait for it.
    const away = this.#isReading ? getConnectionBlocker(cluster.snapshot) : undefined;
    if (away !== undefined) this.#showAway(away);
    this.#cancelWake ??= clock.after(together, () => {
      this.#cancelWake = undefined;
      this.#rest.wake();
    });
  }

  async #look(): Promise<OperationOutcome | Wait> {
    const { cluster, procedure, choices, clock } = this.#parts;
    const away = getConnectionBlocker(cluster.snapshot);
    if (away !== undefined) {
      // If the run was waiting for a fixed time, the cause was the lost connection, so the wait ends.
      if (this.#hold?.until !== undefined) this.#hold = undefined;
      this.#facts.expire();
      this.#showAway(away);
      return { wait: 60_000 };
    }
    if (this.#facts.due === 0) {
      cluster.lookAgain();
      this.#isReading = true;
      await this.#facts.read().finally(() => (this.#isReading = false));
      if (this.#isOver) return 'stopped';
      // The connection was lost in the meantime.
      if (getConnectionBlocker(cluster.snapshot) !== undefined) return { wait: 0 };
    }
    const { context, server, snapshot, history } = cluster;
    const before = findCurrentStep(this.#steps);
    const situation = {
      context,
      server,
      snapshot,
      history,
      facts: this.#facts.facts,
      objects: this.#facts.objects,
      now: clock.now(),
    };
    const steps = procedure.steps(situation, choices);
    this.#situation = situation;
    this.#steps = steps;
    this.#stepsAt = clock.now();
    this.#results = recordResults(this.#results, this.#webhook.mark(steps), {
      first: !this.#hasLooked,
      now: clock.now(),
    });
    this.#hasLooked = true;
    const step = findCurrentStep(steps);
    if (step === undefined) {
      this.#show('done', describeCompletion(steps));
      return 'done';
    }
    if (before !== undefined && before.id !== step.id) this.#since = clock.now();
    if (before !== undefined && (before.id !== step.id || before.state !== step.state)) this.#facts.hurry();
    // Asks for all possible confirmations at the start, so that no question interrupts the operation later.
    if (step.state === 'waiting' && procedure.asks === 'once' && !this.#hasAgreed) {
      const open = this.#agreed.open(steps);
      if (open.length > 0) return this.#askFor(step, open);
    }
    const words = `${step.title}: ${step.headline}`;
    switch (step.state) {
      case 'ready':
        return this.#begin(step);
      case 'blocked':
      case 'unknown':
        this.#show('blocked', words);
        return this.#untilFacts();
      default:
        this.#show('working', words);
        return this.#untilFacts();
    }
  }

  /** Sends the changes of a step, unless they were already sent or are on hold. */
  async #begin(step: ProcedureStep): Promise<OperationOutcome | Wait> {
    const { cluster, clock, procedure } = this.#parts;
    const key = getStepKey(step);
    const hold = this.#hold;
    if (hold?.key === key && (hold.until === undefined || clock.now() < hold.until)) {
      this.#show(hold.state, hold.words, hold);
      return hold.until === undefined ? this.#untilFacts() : { wait: hold.until - clock.now() };
    }
    this.#hold = undefined;
    const sent = this.#sent.of(step);
    if (!sent.every((one) => isObserved(one, cluster.snapshot, this.#facts.asked))) {
      this.#facts.hurry();
      this.#show('working', l10n.t`${step.title}: changes sent, waiting for the cluster to reflect them`);
      return this.#untilFacts();
    }
    for (const one of sent) if (one.unsure) this.#sent.delete(step, one.change);
    const changes = step.changes.filter((change) => !this.#sent.has(step, change));
    if (changes.length === 0 && step.changes.length > 0) {
      const done = step.changes.map(describeSentChange).join(', ');
      return this.#holds({
        key,
        state: 'blocked',
        words: l10n.t`${done}, but the cluster doesn't reflect the change. Another client might have reverted it. To send the change again, continue the operation.`,
      });
    }
    // Reads the losses again before the step, because they can increase after the confirmation.
    if (step.gate?.losses !== undefined && this.#facts.isOlder(this.#since)) {
      this.#facts.renew();
      return { wait: 0 };
    }
    const open = this.#agreed.open(procedure.asks === 'once' ? this.#steps : [step]);
    if (open.length > 0) return this.#askFor(step, open);
    if (changes.length > 0) return this.#send(step, changes);
    // The user performs this step manually.
    this.#show('blocked', `${step.title}: ${step.headline}`);
    return this.#untilFacts();
  }

  async #askFor(step: ProcedureStep, open: readonly OpenGate[]): Promise<OperationOutcome | Wait> {
    const { procedure } = this.#parts;
    const isFirst = procedure.asks === 'once' && !this.#hasAgreed;
    const plan =
      isFirst && this.#situation !== undefined
        ? operationPlan(procedure.title(), this.#situation, this.#steps)
        : undefined;
    this.#show('asking', l10n.t`${step.title}: waiting for confirmation`);
    const gates = open.map(({ gate }) => gate);
    if (!(await this.#parts.agree({ gates, step, ...omitUndefined({ plan }) }))) return 'declined';
    this.#hasAgreed = true;
    this.#agreed.add(open);
    // The cluster might have changed while the user answered.
    this.#facts.expire();
    return { wait: 0 };
  }

  async #send(step: ProcedureStep, changes: readonly ClusterChange[]): Promise<OperationOutcome | Wait> {
    const { cluster, clock, isReadOnly } = this.#parts;
    const { signal } = this.#over;
    if (isReadOnly()) return this.#holds({ key: getStepKey(step), state: 'blocked', words: readOnlyHoldMessage() });
    this.#show('working', l10n.t`${step.title}: running a dry run`);
    const missing = await this.#findMissingRight(step);
    if (missing !== undefined) return this.#refused(step, missing.change, missing.problem);
    for (const [index, change] of changes.entries()) {
      const answer = await sendChange(cluster.connection, change, { dryRun: true, signal });
      if (this.#isOver) return 'stopped';
      if (!answer.ok && !(index > 0 && isNotThereYet(answer.error)))
        return this.#refused(step, change, answer.error, true);
    }
    this.#webhook.note(step);
    for (const change of changes) {
      if (isReadOnly()) return this.#holds({ key: getStepKey(step), state: 'blocked', words: readOnlyHoldMessage() });
      this.#show('working', l10n.t`${step.title}: sending changes`);
      const answer = await sendChange(cluster.connection, change, { dryRun: false, signal });
      if (answer.ok) {
        this.#sent.add(step, createSentChange(change, answer.value, clock.now()));
        this.#results = noteSent(this.#results, step, change);
      }
      if (this.#isOver) return 'stopped';
      if (!answer.ok) return this.#refused(step, change, answer.error);
    }
    this.#backoff.succeeded();
    this.#unready = undefined;
    this.#facts.hurry();
    this.#show('working', l10n.t`${step.title}: changes sent, waiting for the cluster to reflect them`);
    return this.#untilFacts();
  }

  /**
   * Before the first change, checks the permissions for all later steps, so that the operation isn't left incomplete.
   */
  async #findMissingRight(current: ProcedureStep): Promise<MissingRight | undefined> {
    if (this.#rightsTried) return undefined;
    this.#rightsTried = true;
    const later = this.#steps.filter((step) => step.id !== current.id);
    return findMissingRight(this.#parts.cluster.connection, later, this.#over.signal);
  }

  /**
   * Handles a rejected change.
   * @param tried true for a dry run, which can't have changed anything
   */
  #refused(step: ProcedureStep, change: ClusterChange, problem: ApiProblem, tried = false): OperationOutcome | Wait {
    const { clock } = this.#parts;
    const key = getStepKey(step);
    const refusal = planRejection(change, problem);
    this.#webhook.note(step, refusal);
    this.#facts.expire();
    switch (refusal.how) {
      case 'over':
        this.#sent.add(step, { change, at: clock.now(), unsure: false });
        return { wait: 0 };
      case 'soon': {
        this.#unready ??= clock.now();
        if (clock.now() - this.#unready > patience) {
          this.#webhook.giveUp();
          return this.#holds({
            key,
            state: 'blocked',
            words: `${refusal.words}${getSentenceSeparator()}${l10n.t`The extension stopped retrying after 2 minutes. To retry, continue the operation.`}`,
          });
        }
        return this.#holds({
          key,
          state: 'working',
          words: refusal.words,
          until: clock.now() + this.#backoff.failed(),
        });
      }
      case 'away':
        if (refusal.unsure && !tried) this.#sent.add(step, { change, at: clock.now(), unsure: true });
        return this.#holds({
          key,
          state: 'blocked',
          words: refusal.words,
          until: clock.now() + this.#backoff.failed(refusal.after),
          waitsFor: 'retry',
        });
      case 'changed':
        return this.#holds({
          key,
          state: 'working',
          words: refusal.words,
          until: clock.now() + this.#backoff.failed(),
        });
      default:
        return this.#holds({ key, state: 'blocked', words: refusal.words });
    }
  }

  #holds(hold: Hold): Wait {
    this.#hold = hold;
    this.#show(hold.state, hold.words, hold);
    return hold.until === undefined ? this.#untilFacts() : { wait: Math.max(1, hold.until - this.#parts.clock.now()) };
  }

  #untilFacts(): Wait {
    return { wait: Math.max(1, this.#facts.due) };
  }

  /** Shows that the cluster can't be read. The displayed step states are from the last evaluation. */
  #showAway({ state, words, waitsFor }: ConnectionBlocker): void {
    this.#show(state, words, omitUndefined({ waitsFor, at: waitsFor === undefined ? undefined : this.#stepsAt }));
  }

  #show(
    state: OperationProgress['state'],
    words: string,
    { waitsFor, at }: Pick<OperationProgress, 'waitsFor' | 'at'> = {},
  ): void {
    const { cluster, procedure, seen } = this.#parts;
    const { title, label } = procedure;
    const next: OperationProgress = {
      title: title(),
      ...omitUndefined({ label: label?.(), waitsFor, at }),
      state,
      words,
      steps: this.#webhook.mark(this.#steps),
      results: this.#results,
    };
    if (JSON.stringify(next) === JSON.stringify(this.#seen)) return;
    this.#seen = next;
    if (cluster.isOpen) cluster.show(next);
    seen?.(next);
  }
}
