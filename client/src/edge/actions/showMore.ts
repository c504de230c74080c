/** Shows the next page of a long group. */
import { rowOf } from '../findEdgeSource.ts';
import type { EdgeCommand } from '../context.ts';

export const showMore: EdgeCommand = {
  id: 'osc.edge.showMore',
  title: 'Show More',
  palette: false,
  async run(tools, given) {
    const target = rowOf(tools, given)?.node.target;
    if (target?.group !== undefined) tools.sources.showMore(target.context, target.group);
    await Promise.resolve();
  },
};
