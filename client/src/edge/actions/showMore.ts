/** The next page of a long group. */
import { rowOf } from '../findEdgeSource.ts';
import type { Action } from '../context.ts';

export const showMore: Action = async (tools, given) => {
  const target = rowOf(tools, given)?.node.target;
  if (target?.group !== undefined) tools.sources.showMore(target.context, target.group);
  await Promise.resolve();
};
