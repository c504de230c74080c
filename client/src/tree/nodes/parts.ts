/** Groups whose members each have a state: the operator, peer pods. */
import * as l10n from '@vscode/l10n';
import { worstHealth, type Part } from '../../../../core/live/status/explanation.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import type { Seen } from '../seen.ts';

export interface PartsGroup {
  /** Stable, for the id: `operator`. */
  readonly id: string;
  readonly label: string;
  /** What it is about, in a sentence. */
  readonly meaning: string;
  /** Before what is not all right: `1.12.0`. */
  readonly headline?: string;
  readonly parts: readonly Part[];
  /** Whether a part is what the group is called by: then its headline says enough. */
  readonly isGroup?: (part: Part) => boolean;
}

export function partsNode(seen: Seen, { id, label, meaning, headline, parts, isGroup }: PartsGroup): TreeNode {
  const health = worstHealth(parts.map((part) => part.health));
  const worst = health === 'ok' ? undefined : parts.find((part) => part.health === health);
  const group = `${seen.context}/${id}`;
  return explainedNode({
    id: group,
    label,
    explanation: {
      health,
      headline:
        [headline, worst === undefined ? undefined : isGroup?.(worst) === true ? worst.headline : `${worst.name}: ${worst.headline}`]
          .filter((part) => part !== undefined && part !== '')
          .join(' · ') || l10n.t`all right`,
      meaning,
      ...(worst?.todo === undefined ? {} : { todo: worst.todo }),
    },
    target: { context: seen.context },
    ...(parts.length === 0 ? {} : { children: () => parts.map((part) => partNode(seen, group, part)) }),
  });
}

function partNode(seen: Seen, group: string, part: Part): TreeNode {
  // The job of an image that could not be made says why.
  const context = part.id === 'podVmImage' && part.health === 'failed' ? ['osc-imageJob'] : [];
  return explainedNode({ id: `${group}/${part.id}`, label: part.name, explanation: part, context, target: { context: seen.context } });
}
