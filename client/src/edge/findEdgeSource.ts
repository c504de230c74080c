/** Resolves the argument of a command, which can be a row of the view or any other value. */
import type { TreeElement } from '../tree/treeElements.ts';
import type { OpenSource } from './tree/openSource.ts';
import type { EdgeViewContext } from './context.ts';

/** Returns the row if the argument is one. */
export function rowOf({ tree }: Pick<EdgeViewContext, 'tree'>, given: unknown): TreeElement | undefined {
  return tree.elementOf(given);
}

/** Returns the open source that the row belongs to. */
export function findEdgeSource(
  tools: Pick<EdgeViewContext, 'tree' | 'sources'>,
  given: unknown,
): OpenSource | undefined {
  return tools.sources.get(rowOf(tools, given)?.node.target?.context ?? '');
}
