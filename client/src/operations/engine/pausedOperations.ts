/**
 * Stores running operations in the workspace state, so that they are paused after a reload. Shows, continues, and
 * abandons paused operations.
 */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { omitUndefined } from '#core/common/json.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { StepResults } from '#core/operations/stepResults.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Notify } from '#client/vscode/notify.ts';
import {
  isPaused,
  pausedRun,
  toProgress,
  type KeptOperation,
  type Operations,
} from '#client/clusters/state/savedOperations.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { askToAbandon } from './messages/askToAbandon.ts';
import { commandOf, resumeOf, type RunOperation } from './resumeOperation.ts';

export interface PausesParts {
  readonly operations: Operations;
  readonly cluster: (context: string) => OpenCluster | undefined;
  readonly notify: Notify;
  readonly clock: Pick<Clock, 'now'>;
  readonly perform: RunOperation;
}

/** Continues an operation of this window with the user's choices. */
type Again = (cluster: OpenCluster, results: StepResults) => Promise<unknown>;

export class Pauses {
  readonly #parts: PausesParts;
  /**
   * Functions that continue an operation, by context. Choices that contain credentials aren't stored, so they are lost
   * when the window closes.
   */
  readonly #again = new Map<string, Again>();

  constructor(parts: PausesParts) {
    this.#parts = parts;
  }

  /** Returns the paused operation on a cluster. Returns undefined if there is none or it's completed. */
  of(cluster: Pick<OpenCluster, 'context' | 'server'>): KeptOperation | undefined {
    const kept = this.#parts.operations.of(cluster);
    return kept !== undefined && isPaused(kept) ? kept : undefined;
  }

  /** Stores the progress of an operation. If the window closes, the operation is paused with this progress. */
  keep<Choices>(cluster: OpenCluster, procedure: Procedure<Choices>, choices: Choices, seen: OperationProgress): void {
    const { operations, clock, perform } = this.#parts;
    const { context, server } = cluster;
    this.#again.set(context, (open, results) => perform(open, procedure, choices, { results }));
    const run = pausedRun(seen);
    const before = operations.of(cluster);
    // The data is written only if the displayed state of the paused operation changed.
    if (before !== undefined && JSON.stringify(before.run) === JSON.stringify(run)) return;
    operations.keep({
      context,
      server,
      procedure: procedure.id,
      run,
      at: clock.now(),
      ...omitUndefined({ choices: procedure.kept?.write(choices) }),
    });
  }

  /**
   * Records when an operation stopped.
   * @returns the paused operation as the tree shows it; undefined if there is none
   */
  pause(cluster: Pick<OpenCluster, 'context' | 'server'>): OperationProgress | undefined {
    const { operations, clock } = this.#parts;
    const kept = this.of(cluster);
    if (kept === undefined) return undefined;
    const paused = { ...kept, at: clock.now() };
    operations.keep(paused);
    return toProgress(paused);
  }

  forget(cluster: Pick<OpenCluster, 'context' | 'server'>): void {
    this.#again.delete(cluster.context);
    this.#parts.operations.forget(cluster);
  }

  /**
   * Continues the paused operation on this cluster.
   * @returns false if there is none
   */
  resume(context: string): boolean {
    const { cluster, notify } = this.#parts;
    const open = cluster(context);
    const kept = open === undefined ? undefined : this.of(open);
    if (open === undefined || kept === undefined) return false;
    this.#resume(open, kept).then(undefined, (error: unknown) =>
      notify.error(l10n.t`Can't continue ${kept.run.title} on ${context}.`, error),
    );
    return true;
  }

  async #resume(cluster: OpenCluster, kept: KeptOperation): Promise<void> {
    const { perform, notify } = this.#parts;
    const { context, procedure, choices, run } = kept;
    const results = run.results ?? {};
    const again = this.#again.get(context);
    const resume = resumeOf(procedure, choices);
    const command = commandOf(procedure);
    if (again !== undefined) await again(cluster, results);
    else if (resume !== undefined) await resume(perform, cluster, { results });
    else if (command !== undefined) await commands.executeCommand(command, context);
    else
      await notify.tell(
        'info',
        l10n.t`The values that you entered for ${run.title} were lost when the window reloaded. Run the operation's command again, or abandon the operation.`,
      );
  }

  /** Abandons the paused operation on this cluster after the user confirms what remains. */
  async abandon(context: string): Promise<void> {
    const { operations, cluster, notify } = this.#parts;
    const open = cluster(context);
    const kept = open === undefined ? operations.paused.find((one) => one.context === context) : this.of(open);
    if (kept === undefined) throw new Error(l10n.t`No operation is running or paused on ${context}.`);
    if (!(await askToAbandon(notify, context, kept.run, open?.snapshot))) return;
    this.forget(kept);
    open?.show(undefined);
  }
}
