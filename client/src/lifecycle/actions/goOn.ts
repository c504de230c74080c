/** Goes on: with the preview in the active editor, or with what is held on the cluster that was clicked. */
import * as l10n from '@vscode/l10n';
import type { Action } from '../tools.ts';

export const goOn: Action = async (tools, given) => {
  // A row of the tree names its cluster; the button of a preview hands over a file.
  const row = typeof given === 'object' && given !== null && 'node' in given;
  if (!row && (await tools.previews.goOn())) return;
  const chosen = await tools.clusters.choose(given, l10n.t`Go On`);
  if (chosen !== undefined && !tools.goOn(chosen.cluster.context)) throw new Error(l10n.t`nothing is being done on ${chosen.cluster.context}.`);
};
