/** Asks for a cluster, and rejects before further questions if it can't be reached. */
import * as l10n from '@vscode/l10n';
import { commandSolution } from './commandSolution.ts';
import { SolvableError } from './solvable.ts';
import { connectionProblem } from './tree/connectionProblem.ts';
import type { ChosenCluster } from './tree/openCluster.ts';
import type { ClusterRoom } from './tree/room.ts';

/** @param given what VS Code hands to a command @returns undefined if the user cancels */
export async function chooseConnected(clusters: Pick<ClusterRoom, 'choose'>, given: unknown, title: string): Promise<ChosenCluster | undefined> {
  const chosen = await clusters.choose(given, title);
  if (chosen === undefined) return undefined;
  const { context, snapshot } = chosen.cluster;
  const problem = connectionProblem(context, snapshot);
  if (problem === undefined) return chosen;
  const solution =
    problem.kind === 'unauthorized'
      ? commandSolution(l10n.t`Log In`, 'osc.cluster.logIn', { context })
      : commandSolution(l10n.t`Reconnect`, 'osc.cluster.refresh', { context });
  throw new SolvableError(problem.message, solution);
}
