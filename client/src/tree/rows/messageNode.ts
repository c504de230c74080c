/** Creates a row with a message: missing data, progress, or an action. */
import { omitUndefined } from '#core/common/json.ts';
import { wordOfIcon } from '../model/health.ts';
import type { NodeCommand, TreeNode } from '../model/nodeView.ts';

export interface NodeMessage {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: string;
  readonly color?: string;
  /** Markdown. */
  readonly tooltip?: string;
  readonly contextValue?: string;
  readonly command?: NodeCommand;
}

export function messageNode(context: string, { id, label, description, icon, ...more }: NodeMessage): TreeNode {
  const { color, tooltip, contextValue, command } = more;
  const word = wordOfIcon(icon);
  return {
    view: {
      id,
      label,
      icon,
      accessibility: [label, description, word].filter((part) => part !== undefined).join(', '),
      collapsible: 'none',
      ...omitUndefined({ description, color, tooltip, contextValue, command }),
    },
    target: { context },
  };
}
