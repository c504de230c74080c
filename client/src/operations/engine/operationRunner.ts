/**
 * Runs operations on clusters, one at a time on each. Shows their questions and messages, and updates the context keys
 * for menus.
 */
import { commands, type Disposable } from 'vscode';
import type { Procedure } from '#core/operations/procedure.ts';
import type { KeptOperation } from '#client/clusters/state/savedOperations.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { ClustersFeature } from '#client/clusters/clustersFeature.ts';
import type { OperationContext, OperationIdentity, OperationOutcome, RunOperationOptions } from '../context.ts';
import { ActiveOperation, type ActiveOperationServices } from './activeOperation.ts';
import { CompletedOperations } from './completedOperations.ts';
import { OperationMessages, type OperationEnd } from './messages/operationMessages.ts';
import { Pauses } from './pausedOperations.ts';

export interface OperationRunnerParts extends Omit<ActiveOperationServices, 'messages' | 'pauses'> {
  readonly clusters: Pick<ClustersFeature, 'operations' | 'cluster'>;
}

type Running = Pick<ActiveOperation<unknown>, 'seen' | 'goOn' | 'stop' | 'over'>;

/** The user's agreement to replace an operation. */
interface Replacement {
  /** A running operation, or the ID of the procedure of a paused one. */
  readonly old: Running | string;
  /** ID of the procedure that replaces it. */
  readonly by: string;
}

/** Runs the operations of all open clusters. `OperationContext` documents its methods. */
export class OperationRunner
  implements
    Pick<OperationContext, 'askToReplace' | 'perform' | 'stop' | 'goOn' | 'settle' | 'abandon' | 'dismiss'>,
    Disposable
{
  readonly #services: ActiveOperationServices;
  readonly #messages: OperationMessages;
  readonly #pauses: Pauses;
  /** Running operations by context. */
  readonly #running = new Map<string, Running>();
  readonly #completed: CompletedOperations;
  /** Operations that the user agreed to replace, by context. */
  readonly #replaceable = new Map<string, Replacement>();

  constructor(parts: OperationRunnerParts) {
    const { notify, clock, clusters } = parts;
    this.#messages = new OperationMessages(parts);
    this.#completed = new CompletedOperations(clusters.operations, clock);
    this.#pauses = new Pauses({
      operations: clusters.operations,
      cluster: (context) => clusters.cluster(context),
      notify,
      clock,
      perform: (cluster, procedure, choices, how) => this.perform(cluster, procedure, choices, how),
    });
    this.#services = { ...parts, messages: this.#messages, pauses: this.#pauses };
  }

  async perform<Choices>(
    cluster: OpenCluster,
    procedure: Procedure<Choices>,
    choices: Choices,
    { begins, told, results }: RunOperationOptions = {},
  ): Promise<OperationOutcome> {
    const { context } = cluster;
    const { title } = procedure;
    if (this.#services.settings.readOnly()) {
      await this.#messages.reportReadOnly(title());
      return 'blocked';
    }
    if (!(await this.#endOthers(cluster, procedure))) return 'declined';
    const operation = new ActiveOperation({
      services: this.#services,
      cluster,
      procedure,
      choices,
      results: results ?? this.#pauses.of(cluster)?.run.results,
      begins,
      onContinue: (ended) => this.#continue(cluster, title(), ended),
      onLateAnswer: (ended) => this.#reportEnded(cluster, title(), ended),
    });
    this.#running.set(context, operation);
    this.#updateMenus();
    try {
      const outcome = await operation.run();
      const { seen } = operation;
      if (outcome !== 'done') await this.#pause(cluster, title());
      else if (seen !== undefined) {
        this.#completed.keep(cluster, procedure.id, seen);
        if (told === undefined) void this.#messages.reportDone(context, seen, procedure.preparesWorkloads === true);
      }
      return outcome;
    } finally {
      this.#running.delete(context);
      this.#updateMenus();
      operation.end();
    }
  }

  async askToReplace(cluster: OpenCluster, procedure: OperationIdentity): Promise<boolean> {
    const { context } = cluster;
    this.#replaceable.delete(context);
    const [running, paused] = [this.#running.get(context), this.#pauses.of(cluster)];
    if (running !== undefined) {
      if (!(await this.#isReplaced(cluster, running, procedure.title()))) return false;
      this.#replaceable.set(context, { old: running, by: procedure.id });
    } else if (paused !== undefined && paused.procedure !== procedure.id) {
      if (!(await this.#isPausedReplaced(cluster, paused))) return false;
      this.#replaceable.set(context, { old: paused.procedure, by: procedure.id });
    }
    return true;
  }

  settle(cluster: OpenCluster, step: string, headline: string): void {
    if (!cluster.isOpen || this.#running.has(cluster.context)) return;
    const next = this.#completed.settle(cluster, step, headline);
    if (next !== undefined) cluster.show(next);
  }

  stop(context: string): void {
    this.#running.get(context)?.stop();
  }

  goOn(context: string): boolean {
    const running = this.#running.get(context);
    running?.goOn();
    return running !== undefined || this.#pauses.resume(context);
  }

  abandon(context: string): Promise<void> {
    return this.#pauses.abandon(context);
  }

  dismiss(cluster: OpenCluster): void {
    if (this.#running.has(cluster.context) || this.#pauses.of(cluster) !== undefined) return;
    this.#completed.hide(cluster);
    cluster.show(undefined);
  }

  dispose(): void {
    for (const running of this.#running.values()) running.stop();
  }

  #updateMenus(): void {
    commands.executeCommand('setContext', 'osc.procedureRuns', this.#running.size > 0).then(undefined, () => undefined);
  }

  /** Ends other operations on the cluster. Asks unless the user already agreed. Returns false if the user keeps one. */
  async #endOthers(cluster: OpenCluster, procedure: OperationIdentity): Promise<boolean> {
    const { context } = cluster;
    const replacement = this.#replaceable.get(context);
    this.#replaceable.delete(context);
    // The user might have agreed to replace the operation, canceled that command, and run another one.
    const agreed = replacement?.by === procedure.id ? replacement.old : undefined;
    for (let running = this.#running.get(context); running !== undefined; running = this.#running.get(context)) {
      if (running !== agreed && !(await this.#isReplaced(cluster, running, procedure.title()))) return false;
      running.stop();
      await running.over;
      // A stopped operation isn't stored as paused, because its command can start it again from the state of the
      // cluster.
      this.#pauses.forget(cluster);
    }
    const paused = this.#pauses.of(cluster);
    if (paused === undefined || paused.procedure === procedure.id) return true;
    if (paused.procedure !== agreed && !(await this.#isPausedReplaced(cluster, paused))) return false;
    this.#pauses.forget(cluster);
    return true;
  }

  /** Asks about the running operation. Returns true if another one replaces it. */
  async #isReplaced(cluster: OpenCluster, running: Running, title: string): Promise<boolean> {
    const chosen = await this.#messages.askToStop(cluster, running.seen, title);
    if (chosen === 'continue') running.goOn();
    if (chosen === 'stop') running.stop();
    return chosen === 'replace';
  }

  /** Asks about the paused operation. Returns true if another one replaces it. */
  async #isPausedReplaced(cluster: OpenCluster, paused: KeptOperation): Promise<boolean> {
    const chosen = await this.#messages.askToReplace(cluster, paused);
    if (chosen === 'continue') this.#pauses.resume(cluster.context);
    return chosen === 'replace';
  }

  async #pause(cluster: OpenCluster, title: string): Promise<void> {
    // If the operation stopped before it began, the tree shows the completed operation again.
    const remaining = this.#pauses.pause(cluster) ?? this.#completed.shown(cluster);
    if (cluster.isOpen) cluster.show(remaining);
    else await this.#messages.reportClosed(title, cluster.context);
  }

  #continue(cluster: OpenCluster, title: string, ended: OperationEnd | undefined): void {
    const running = this.#running.get(cluster.context);
    if (running !== undefined) running.goOn();
    else if (ended !== undefined && !this.#pauses.resume(cluster.context))
      void this.#reportEnded(cluster, title, ended);
  }

  async #reportEnded(cluster: OpenCluster, title: string, ended: OperationEnd): Promise<void> {
    const { context } = cluster;
    const isPaused = this.#pauses.of(cluster) !== undefined && !this.#running.has(context);
    if (await this.#messages.reportEnded(context, title, ended, isPaused)) this.#pauses.resume(context);
  }
}
