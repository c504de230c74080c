/** Sends nothing more on a cluster. What was sent goes on, and the same command continues from there. */
import type { Action } from '../tools.ts';

export const stop: Action = async (tools, given) => {
  const chosen = await tools.clusters.choose(given, 'Stop What Is Being Done');
  if (chosen !== undefined) tools.stop(chosen.cluster.context);
};
