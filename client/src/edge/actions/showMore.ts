/** The next page of a long group. */
import { rowOf } from '../findEdgeSource.ts';
import type { EdgeActionHandler } from '../context.ts';

export const showMore: EdgeActionHandler = async (tools, given) => {
  const target = rowOf(tools, given)?.node.target;
  if (target?.group !== undefined) tools.sources.showMore(target.context, target.group);
  await Promise.resolve();
};
