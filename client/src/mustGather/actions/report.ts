/** What is wrong with the cluster of a must-gather, as a page. */
import { chooseGather } from '../opened/chooseGather.ts';
import type { Action } from '../tools.ts';

export const report: Action = async (tools, given) => {
  const gather = await chooseGather(tools, given, 'Report on a Must-Gather');
  if (gather !== undefined) tools.reports.show(gather, gather.state.report);
};
