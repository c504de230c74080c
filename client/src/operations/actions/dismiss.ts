/** Hides an operation that is done. */
import * as l10n from '@vscode/l10n';
import type { Action } from '../context.ts';

export const dismiss: Action = async (tools, given) => {
  const chosen = await tools.clusters.chooseAny(given, l10n.t`Hide Completed Operation`);
  if (chosen !== undefined) tools.dismiss(chosen.cluster);
};
