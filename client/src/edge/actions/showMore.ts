/** The next page of a long group. */
import { rowOf } from '../sourceOf.ts';
import type { Action } from '../tools.ts';

export const showMore: Action = async (tools, given) => {
  const target = rowOf(tools, given)?.node.target;
  if (target?.group !== undefined) tools.sources.showMore(target.context, target.group);
  await Promise.resolve();
};
