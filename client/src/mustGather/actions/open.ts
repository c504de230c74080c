/** Opens a must-gather beside the clusters; given a path, an address of a file, or a row that is not read. */
import * as l10n from '@vscode/l10n';
import { openAt } from '../opened/openAt.ts';
import { pathIn, pickPath } from '../opened/chooseGather.ts';
import type { Action } from '../tools.ts';

export const open: Action = async (tools, given) => {
  const at = tools.clusters.gathered.find(given)?.path ?? pathIn(given) ?? (await pickPath(tools, l10n.t`Open a Must-Gather`));
  if (at !== undefined) await openAt(tools, at);
};
