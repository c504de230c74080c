/** One pod that runs in a guest. */
import type { KataPod } from '../../../../core/live/kataPod.ts';
import type { Health } from '../../../../core/live/status/explanation.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import { podKind } from '../offered.ts';
import { objectTarget } from '../reference.ts';
import type { Seen } from '../seen.ts';

/** Of a pod. Source: Kubernetes API, PodPhase. */
const healths: Readonly<Record<string, Health>> = { Running: 'ok', Succeeded: 'ok', Pending: 'busy', Failed: 'failed' };

export function workloadNode(seen: Seen, pod: KataPod): TreeNode {
  const { uid, name, runtimeClass, phase, node, controller } = pod;
  return explainedNode({
    id: `${seen.context}/pod:${uid}`,
    label: name,
    explanation: {
      health: (Object.hasOwn(healths, phase) ? healths[phase] : undefined) ?? 'unknown',
      headline: [phase, runtimeClass, node].filter((part) => part !== undefined && part !== '').join(' · '),
      meaning: `${phase === 'Pending' && node !== undefined ? 'Does not run yet: if it stays so, its events and the logs of its sandbox say why. ' : ''}Runs with the runtime class ${runtimeClass}${node === undefined ? ', and has no node yet' : `, on ${node}`}.${controller === undefined ? '' : ` ${controller.kind} ${controller.name} makes it anew when it is deleted.`}`,
    },
    target: objectTarget(seen, podKind, pod),
    context: ['osc-pod', 'osc-object', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
  });
}
