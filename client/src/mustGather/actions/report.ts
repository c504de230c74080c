/** What is wrong with the cluster of a must-gather, as a page. */
import * as l10n from '@vscode/l10n';
import { chooseGather } from '../open/chooseMustGather.ts';
import type { MustGatherActionHandler } from '../context.ts';

export const report: MustGatherActionHandler = async (tools, given) => {
  const gather = await chooseGather(tools, given, l10n.t`Report on a Must-Gather`);
  if (gather !== undefined) tools.reports.show(gather, gather.state.report);
};
