/** Opens a must-gather beside the clusters; given a path, an address of a file, or a row that is not read. */
import * as l10n from '@vscode/l10n';
import { openAt } from '../open/openMustGather.ts';
import { pathIn, pickPath } from '../open/chooseMustGather.ts';
import type { MustGatherActionHandler } from '../context.ts';

export const open: MustGatherActionHandler = async (tools, given) => {
  const at =
    tools.clusters.gathered.find(given)?.path ?? pathIn(given) ?? (await pickPath(tools, l10n.t`Open a Must-Gather`));
  if (at !== undefined) await openAt(tools, at);
};
