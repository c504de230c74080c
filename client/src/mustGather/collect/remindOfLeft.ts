/** When this room is entered: a window that was killed may have left something on clusters. Nothing is contacted for saying so. */
import { commands } from 'vscode';
import { namesWords } from '../../../../core/live/words.ts';
import type { Tools } from '../tools.ts';
import { orphans } from './sweepCluster.ts';

const look = 'Look...';

export async function remindOfLeft(tools: Tools): Promise<void> {
  const made = await orphans(tools);
  if (made.length === 0) return;
  const contexts = [...new Set(made.map(({ context }) => context))];
  const what = made.every(({ pod }) => pod !== undefined) ? 'its pods' : 'its namespace and a ClusterRoleBinding to cluster-admin';
  const words = `A must-gather of ${namesWords(contexts)} did not end in order: ${what} may still be there.`;
  const chosen = await tools.notify.tell('warning', words, look);
  if (chosen === look) await commands.executeCommand('osc.mustGather.sweep', contexts.length === 1 ? contexts[0] : undefined);
}
