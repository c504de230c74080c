/** Sends nothing more on a cluster. What was sent goes on, and the same command continues from there. */
import * as l10n from '@vscode/l10n';
import type { Action } from '../context.ts';

export const stop: Action = async (tools, given) => {
  const chosen = await tools.clusters.chooseAny(given, l10n.t`Stop What Is Being Done`);
  if (chosen !== undefined) tools.stop(chosen.cluster.context);
};
