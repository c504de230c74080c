/** Shows messages about operations on clusters and handles the user's choices. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { KeptOperation } from '#client/clusters/state/savedOperations.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { describeProgress } from '#client/clusters/state/operationProgressText.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import type { Solution } from '#client/vscode/solvableError.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import type { OperationsDeps } from '#client/operations/operationsFeature.ts';
import { doneMessage } from './doneMessage.ts';
import { describeBlockedOperation, sentence } from './blockedMessageText.ts';
import { readOnlyStartMessage } from '../run/planRejection.ts';

export interface OperationMessagesParts extends Pick<OperationsDeps, 'notify' | 'settings'> {
  readonly clock: Pick<Clock, 'now'>;
}

/** The result and time of an operation that ended. @property at milliseconds since 1970 */
export interface OperationEnd {
  readonly outcome: OperationOutcome;
  readonly at: number;
}

/**
 * Reports the progress of operations and asks how to handle conflicting ones. Each message has a button that shows the
 * clusters.
 */
export class OperationMessages {
  readonly #parts: OperationMessagesParts;

  constructor(parts: OperationMessagesParts) {
    this.#parts = parts;
  }

  async reportReadOnly(title: string): Promise<void> {
    await this.#parts.notify.tell('warning', `${title}: ${readOnlyStartMessage()}`);
  }

  async reportClosed(title: string, context: string): Promise<void> {
    await this.#parts.notify.tell(
      'warning',
      l10n.t`${title}: cluster ${context} was closed, so the operation is paused. To continue the operation, open the cluster again.`,
    );
  }

  /**
   * Reports that an operation is complete.
   * @param preparesWorkloads true if workloads can now run in a sandbox; the message then offers to do this
   */
  async reportDone(context: string, seen: OperationProgress, preparesWorkloads: boolean): Promise<void> {
    const { kind, message } = doneMessage(context, seen);
    const runWorkload = commandSolution(l10n.t`Run Workload in Sandbox...`, 'osc.workload.sandbox', { context });
    await this.#report(kind, message, preparesWorkloads ? runWorkload : undefined);
  }

  /**
   * Reports why an operation is blocked. If the cause is gone when the user selects the button, shows the current state
   * instead.
   * @param proceed continues the operation
   * @param current returns the operation as last shown; undefined if it has ended
   */
  async reportBlocked(
    context: string,
    seen: OperationProgress,
    proceed: () => void,
    current: () => OperationProgress | undefined,
  ): Promise<void> {
    const solution = solutionOf(context, seen.waitsFor, proceed);
    const run = async (): Promise<void> => {
      const now = current();
      if (now === undefined || (now.state === 'blocked' && now.words === seen.words)) await solution.run();
      else await this.#reportState(context, seen.title, now);
    };
    await this.#report('warning', describeBlockedOperation(context, seen), { title: solution.title, run });
  }

  async #reportState(context: string, title: string, seen: OperationProgress): Promise<void> {
    await this.#parts.notify.tell(
      'info',
      l10n.t`${l10n.t`${title} on ${context}`}: ${describeProgress(seen, 160, { named: false })}`,
    );
  }

  /**
   * Responds to a message whose operation has already ended.
   * @returns whether the user continues the paused operation
   */
  async reportEnded(
    context: string,
    title: string,
    { outcome, at }: OperationEnd,
    isPaused: boolean,
  ): Promise<boolean> {
    const time = formatTimeOfDay(at, this.#parts.clock.now());
    const message =
      outcome === 'done'
        ? l10n.t`${title} on ${context} was completed at ${time}.`
        : l10n.t`${title} on ${context} was stopped at ${time}.`;
    const proceed = l10n.t`Continue`;
    return (await this.#ask(message, isPaused ? [proceed] : [])) === proceed;
  }

  /** Asks in a dialog what to do with a paused operation before another one starts. */
  async askToReplace(
    { context }: OpenCluster,
    { run: { title, words } }: KeptOperation,
  ): Promise<'continue' | 'replace' | undefined> {
    const [proceed, instead] = [l10n.t`Continue Operation`, l10n.t`Start New Operation`];
    const chosen = await this.#choose(
      l10n.t`${title} is paused on ${context}.`,
      `${sentence(words)}${getSentenceSeparator()}${l10n.t`If you start the new operation, the paused one is abandoned.`}`,
      [proceed, instead],
    );
    if (chosen === proceed) return 'continue';
    return chosen === instead ? 'replace' : undefined;
  }

  /**
   * Asks in a dialog what to do with a running operation before another one starts.
   * @param seen undefined while the operation reads the cluster
   */
  async askToStop(
    { context }: OpenCluster,
    seen: OperationProgress | undefined,
    title: string,
  ): Promise<'continue' | 'replace' | 'stop' | undefined> {
    const [instead, stop] = [l10n.t`Start New Operation`, l10n.t`Stop Operation`];
    const waits = seen !== undefined && (seen.state === 'blocked' || seen.state === 'asking');
    const proceed = waits ? l10n.t`Continue Operation` : undefined;
    const isOther = seen !== undefined && seen.title !== title;
    const detail = [
      seen === undefined ? l10n.t`The operation is reading the cluster.` : sentence(seen.words),
      ...(isOther
        ? [
            l10n.t`If you start the new operation, the current operation stops. To restart the stopped operation later, run its command again.`,
          ]
        : []),
    ].join(getSentenceSeparator());
    const chosen = await this.#choose(runningMessage(context, seen), detail, [
      ...(proceed === undefined ? [] : [proceed]),
      isOther ? instead : stop,
    ]);
    if (chosen === undefined) return undefined;
    if (chosen === proceed) return 'continue';
    if (chosen === instead) return 'replace';
    return chosen === stop ? 'stop' : undefined;
  }

  /**
   * Announces a question while the user does something else.
   * @returns whether the user wants to answer it now
   */
  async announceQuestion(context: string, title: string, question: string): Promise<boolean> {
    const answer = l10n.t({
      message: 'Answer...',
      args: [],
      comment: ['A button that shows the question of an operation.'],
    });
    return (await this.#ask(l10n.t`${title} on ${context} requires confirmation: ${question}`, [answer])) === answer;
  }

  /**
   * Shows a message unless the user turned off notifications.
   * @param solution first button of the message
   */
  async #report(kind: 'info' | 'warning', message: string, solution?: Solution): Promise<void> {
    const { notify, settings } = this.#parts;
    if (!settings.notifications()) return;
    const [show, never] = [l10n.t`Show Clusters`, l10n.t`Don't Show Again`];
    const chosen = await notify.tell(kind, message, ...(solution === undefined ? [] : [solution.title]), show, never);
    if (solution !== undefined && chosen === solution.title) await solution.run();
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    if (chosen === never) await settings.muteNotifications();
  }

  /** Shows a message with these buttons and, after them, a button that shows the clusters. */
  async #ask(message: string, buttons: readonly string[]): Promise<string | undefined> {
    const show = l10n.t`Show Clusters`;
    const chosen = await this.#parts.notify.tell('info', message, ...buttons, show);
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    return chosen;
  }

  /** Shows a dialog with these buttons and, after them, a button that shows the clusters. */
  async #choose(message: string, detail: string, buttons: readonly string[]): Promise<string | undefined> {
    const show = l10n.t`Show Clusters`;
    const chosen = await this.#parts.notify.choose(message, detail, ...buttons, show);
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    return chosen;
  }
}

/** Describes the operation that must end before another one can start, and its state. */
function runningMessage(context: string, seen: OperationProgress | undefined): string {
  if (seen === undefined) return l10n.t`An operation is in progress on ${context}.`;
  switch (seen.state) {
    case 'blocked':
      return l10n.t`${seen.title} on ${context} is blocked.`;
    case 'asking':
      return l10n.t`${seen.title} is waiting for your confirmation on ${context}.`;
    default:
      return l10n.t`${seen.title} is in progress on ${context}.`;
  }
}

/** Returns the button of the message about a blocked operation. */
function solutionOf(context: string, waitsFor: OperationProgress['waitsFor'], proceed: () => void): Solution {
  switch (waitsFor) {
    case 'connection':
      return commandSolution(l10n.t`Reconnect`, 'osc.cluster.refresh', { context });
    case 'login':
      return commandSolution(l10n.t`Log In`, 'osc.cluster.logIn', { context });
    case 'retry':
      return { title: l10n.t`Retry`, run: async () => proceed() };
    default:
      return { title: l10n.t`Continue`, run: async () => proceed() };
  }
}
