/** One pod that runs in a guest. */
import * as l10n from '@vscode/l10n';
import type { KataPod } from '../../../../core/live/kataPod.ts';
import type { Health } from '../../../../core/live/status/explanation.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import { podKind } from '../offered.ts';
import { objectTarget } from '../reference.ts';
import type { Seen } from '../seen.ts';
import { sentenceGap } from '../../../../core/wording.ts';

/** Of a pod. Source: Kubernetes API, PodPhase. */
const healths: Readonly<Record<string, Health>> = { Running: 'ok', Succeeded: 'ok', Pending: 'busy', Failed: 'failed' };

/** By its phase alone. */
export function healthOfPod({ phase }: Pick<KataPod, 'phase'>): Health {
  return (Object.hasOwn(healths, phase) ? healths[phase] : undefined) ?? 'unknown';
}

export function workloadNode(seen: Seen, pod: KataPod): TreeNode {
  const { uid, name, runtimeClass, phase, node, controller } = pod;
  return explainedNode({
    id: `${seen.context}/pod:${uid}`,
    label: name,
    explanation: {
      health: healthOfPod(pod),
      headline: [phase, runtimeClass, node].filter((part) => part !== undefined && part !== '').join(' · '),
      meaning: [
        ...(phase === 'Pending' && node !== undefined ? [l10n.t`Does not run yet: if it stays so, its events and the logs of its sandbox say why.`] : []),
        node === undefined
          ? l10n.t`Runs with the runtime class ${runtimeClass}, and has no node yet.`
          : l10n.t`Runs with the runtime class ${runtimeClass}, on ${node}.`,
        ...(controller === undefined ? [] : [l10n.t`${controller.kind} ${controller.name} makes it anew when it is deleted.`]),
      ].join(sentenceGap()),
    },
    target: objectTarget(seen, podKind, pod),
    context: ['osc-pod', 'osc-object', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
  });
}
