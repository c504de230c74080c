/** Adapts a cluster row for a must-gather. Removes everything that would contact or change a cluster. */
import { omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';

/** Context values that rows of a must-gather keep. Nodes offer only the timeline. */
const words: Readonly<Record<string, string>> = {
  'osc-explained': 'osc-explained',
  'osc-named': 'osc-named',
  'osc-object': 'osc-object',
  'osc-node': 'osc-gatheredNode',
};
const commands: ReadonlySet<string> = new Set(['osc.tree.showMore']);

/**
 * Returns the row without cluster actions.
 * @param isPlaced returns whether a file of the must-gather contains an object
 */
export function withoutClusterActions(
  { view, target, about, children }: TreeNode,
  isPlaced: (object: ObjectReference) => boolean,
): TreeNode {
  const { command, contextValue, ...rest } = view;
  const found = target?.object !== undefined && isPlaced(target.object);
  const kept = (contextValue ?? '')
    .split(' ')
    .flatMap((word) => (Object.hasOwn(words, word) && (word !== 'osc-object' || found) ? (words[word] ?? []) : []));
  return {
    view: {
      ...rest,
      ...omitUndefined({
        command: command !== undefined && commands.has(command.id) ? command : undefined,
        contextValue: kept.length === 0 ? undefined : kept.join(' '),
      }),
    },
    ...omitUndefined({
      target,
      about,
      children:
        children === undefined ? undefined : () => children().map((child) => withoutClusterActions(child, isPlaced)),
    }),
  };
}
