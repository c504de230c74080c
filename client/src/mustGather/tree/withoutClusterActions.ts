/**
 * A row of a cluster as one of a must-gather: what would contact or change a cluster is not on it, whoever made the
 * row.
 */
import { omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';

/** What menus may ask for there; all else is left out. Of a node of the cluster, the timeline alone. */
const words: Readonly<Record<string, string>> = {
  'osc-explained': 'osc-explained',
  'osc-named': 'osc-named',
  'osc-object': 'osc-object',
  'osc-node': 'osc-gatheredNode',
};
const commands: ReadonlySet<string> = new Set(['osc.tree.showMore']);

/** @param isPlaced whether an object stands in one of the files */
export function asGathered(
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
      children: children === undefined ? undefined : () => children().map((child) => asGathered(child, isPlaced)),
    }),
  };
}
