/** Adapts a cluster row for a must-gather. Removes everything that would contact or change a cluster. */
import { omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';

/** Context values that rows of a must-gather keep. Nodes offer only the timeline. */
const words: Readonly<Record<string, string>> = {
  'osc-explained': 'osc-explained',
  'osc-named': 'osc-named',
  'osc-object': 'osc-object',
  'osc-events': 'osc-events',
  'osc-node': 'osc-gatheredNode',
};
const commands: ReadonlySet<string> = new Set(['osc.tree.showMore']);

/** What a must-gather contains about an object. */
export interface CollectedParts {
  /** Returns whether a file contains the object. */
  readonly hasObject: (object: ObjectReference) => boolean;
  /** Returns whether a file contains the events of a namespace of the object. */
  readonly hasEvents: (object: ObjectReference) => boolean;
}

/** Returns the row without cluster actions. */
export function withoutClusterActions({ view, target, about, children }: TreeNode, parts: CollectedParts): TreeNode {
  const { command, contextValue, ...rest } = view;
  const object = target?.object;
  const lacking = [
    ...(object !== undefined && parts.hasObject(object) ? [] : ['osc-object']),
    ...(object !== undefined && parts.hasEvents(object) ? [] : ['osc-events']),
  ];
  const kept = (contextValue ?? '')
    .split(' ')
    .flatMap((word) => (Object.hasOwn(words, word) && !lacking.includes(word) ? (words[word] ?? []) : []));
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
        children === undefined ? undefined : () => children().map((child) => withoutClusterActions(child, parts)),
    }),
  };
}
