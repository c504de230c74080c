/** Finds a permission that a later step of an operation needs and the user doesn't have. */
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { isMissingRight } from './planRejection.ts';
import { sendChange } from './sendChange.ts';

/** The change that isn't allowed, and the response of the cluster. */
export interface MissingRight {
  readonly change: ClusterChange;
  readonly problem: ApiProblem;
}

/** Sends the changes of all unfinished steps as dry runs. Returns the first change that is forbidden. */
export async function findMissingRight(
  connection: OpenCluster['connection'],
  steps: readonly ProcedureStep[],
  signal: AbortSignal,
): Promise<MissingRight | undefined> {
  for (const step of steps) {
    if (step.state === 'done') continue;
    for (const change of step.changes) {
      const answer = await sendChange(connection, change, { dryRun: true, signal });
      // Other errors might resolve before the step is due.
      if (!answer.ok && isMissingRight(answer.error)) return { change, problem: answer.error };
    }
  }
  return undefined;
}
