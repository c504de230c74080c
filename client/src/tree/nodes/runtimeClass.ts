/** One runtime class, with what a pod takes besides its containers. */
import { runtimeClasses, type RuntimeClass } from '../../../../core/live/kinds/runtimeClass.ts';
import { runtimeClassNamed } from '../../../../core/runtimeClasses.ts';
import { markdownCode } from '../../../../core/live/markdownText.ts';
import { paragraphs } from '../markdown.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import { objectTarget } from '../reference.ts';
import type { Seen } from '../seen.ts';

export function runtimeClassNode(seen: Seen, runtimeClass: RuntimeClass): TreeNode {
  const { uid, name, handler, overhead, nodeSelector } = runtimeClass;
  const parts = Object.entries(overhead).map(([resource, amount]) => `${amount} ${resource}`);
  const taken = parts.length === 0 ? 'no overhead given' : `+ ${parts.join(', ')} per pod`;
  const selected = Object.entries(nodeSelector).map(([key, value]) => markdownCode(value === '' ? key : `${key}=${value}`));
  return explainedNode({
    id: `${seen.context}/runtimeclass:${uid}`,
    label: name,
    icon: 'layers',
    explanation: {
      health: 'ok',
      headline: taken,
      meaning: runtimeClassNamed(name)?.summary ?? `Runs pods by the handler ${handler}.`,
    },
    details: paragraphs(
      parts.length === 0 ? undefined : 'The scheduler adds what is taken per pod to what the containers ask for.',
      `**Handler:** ${markdownCode(handler)}`,
      selected.length === 0 ? undefined : `**Only on nodes with:** ${selected.join(', ')}`,
    ),
    target: objectTarget(seen, runtimeClasses, runtimeClass),
    context: ['osc-object', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
  });
}
