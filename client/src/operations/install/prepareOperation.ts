/** Prepares an operation: selects the cluster, checks that the user may change and read it, and reads its state. */
import * as l10n from '@vscode/l10n';
import { explainUnreadableKind } from '#core/operations/preflightFindings/unreadableKind.ts';
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { SolvableError } from '#client/vscode/solvableError.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyStartMessage } from '../engine/run/planRejection.ts';
import type { OperationContext } from '../context.ts';

export interface LookedAt {
  readonly cluster: OpenCluster;
  readonly situation: ObservedCluster;
}

/**
 * Returns the cluster and its state. Returns undefined if the user cancels or keeps another operation on this cluster,
 * or after a message explains why the operation can't start.
 * @param given the argument that VS Code passes to a command
 * @param action the command, whose permissions are required
 * @throws SolvableError if the user lacks a permission without which every operation stops at its first step
 */
export async function lookAt(
  tools: OperationContext,
  given: unknown,
  title: string,
  procedure: Pick<Procedure<never>, 'id' | 'title' | 'facts'>,
  action: ClusterAction,
): Promise<LookedAt | undefined> {
  const chosen = await tools.clusters.choose(given, title, { action });
  if (chosen === undefined) return undefined;
  const { cluster } = chosen;
  if (tools.settings.readOnly()) {
    await tools.notify.tell(
      'warning',
      `${procedure.title()}: ${readOnlyStartMessage(l10n.t`Alternatively, generate a runbook for someone else to run.`)}`,
    );
    return undefined;
  }
  if (!(await tools.isPermitted(cluster, title, action))) return undefined;
  if (!(await tools.askToReplace(cluster, procedure))) return undefined;
  const situation = await showProgress(l10n.t`Reading ${cluster.context}...`, () =>
    tools.situation(cluster, procedure.facts),
  );
  assertReadable(situation, cluster.context, procedure.title());
  return { cluster, situation };
}

/** The kinds that must be readable. Without them, the questions of an operation would treat the cluster as empty. */
const neededKinds = ['kataConfigs', 'subscriptions'] as const;

function assertReadable(situation: ObservedCluster, context: string, title: string): void {
  const [missing] = neededKinds
    .flatMap((id) => explainUnreadableKind(situation, id) ?? [])
    .filter(({ forbidden }) => forbidden);
  if (missing === undefined) return;
  throw new SolvableError(
    l10n.t`${title} can't start on ${context}. ${missing.words} Request the permission from an administrator.`,
    commandSolution(l10n.t`Check Cluster Readiness...`, 'osc.cluster.check', { context }),
  );
}
