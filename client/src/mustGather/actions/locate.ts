/** Opens a must-gather of the tree from its new location. */
import * as l10n from '@vscode/l10n';
import { askPath } from '../open/chooseMustGather.ts';
import { openAt } from '../open/openMustGather.ts';
import type { MustGatherActionHandler } from '../context.ts';

export const locate: MustGatherActionHandler = async (tools, given) => {
  const { gathered } = tools.clusters;
  const gather = gathered.find(given);
  if (gather === undefined) return;
  // A folder has no size.
  const at = await askPath(l10n.t`Locate a Must-Gather`, gather.stamp.size === 0);
  if (at === undefined) return;
  // If that can't be read, the old row still shows the old location.
  if ((await openAt(tools, at)) !== undefined && at !== gather.path) gathered.close(gather.name);
};
