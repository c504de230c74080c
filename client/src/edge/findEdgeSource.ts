/** What a command was given: a row of the view, or anything. */
import type { TreeElement } from '../tree/treeElements.ts';
import type { OpenSource } from './tree/openSource.ts';
import type { EdgeViewContext } from './context.ts';

/** The row, when it is one. */
export function rowOf({ tree }: Pick<EdgeViewContext, 'tree'>, given: unknown): TreeElement | undefined {
  return tree.elementOf(given);
}

/** What the row belongs to. */
export function findEdgeSource(
  tools: Pick<EdgeViewContext, 'tree' | 'sources'>,
  given: unknown,
): OpenSource | undefined {
  return tools.sources.get(rowOf(tools, given)?.node.target?.context ?? '');
}
