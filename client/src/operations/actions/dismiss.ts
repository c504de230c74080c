/** Hides an operation that is done. */
import * as l10n from '@vscode/l10n';
import type { OperationActionHandler } from '../context.ts';

export const dismiss: OperationActionHandler = async (tools, given) => {
  const chosen = await tools.clusters.chooseAny(given, l10n.t`Hide Completed Operation`);
  if (chosen !== undefined) tools.dismiss(chosen.cluster);
};
