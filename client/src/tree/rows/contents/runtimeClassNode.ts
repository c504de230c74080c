/** Creates the row of a runtime class with its pod overhead. */
import * as l10n from '@vscode/l10n';
import { runtimeClasses, type RuntimeClass } from '#core/cluster/watchedKinds/runtimeClass.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { explainClassDeletion, type ListedKataPods } from '#core/status/runtimeClassDeletion.ts';
import { sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget } from '#client/tree/model/objectTarget.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';

export function runtimeClassNode(seen: ClusterTreeInput, runtimeClass: RuntimeClass): TreeNode {
  const { uid, name, handler, overhead, nodeSelector } = runtimeClass;
  const parts = Object.entries(overhead).map(([resource, amount]) => `${amount} ${resource}`);
  const taken = parts.length === 0 ? l10n.t`No pod overhead` : l10n.t`+ ${parts.join(', ')} per pod`;
  const selected = Object.entries(nodeSelector).map(([key, value]) =>
    sanitizeMarkdownCode(value === '' ? key : `${key}=${value}`),
  );
  return explainedNode({
    id: `${seen.context}/runtimeclass:${uid}`,
    label: name,
    icon: 'layers',
    explanation: explainDeletion(seen, runtimeClass) ?? {
      health: 'ok',
      headline: taken,
      meaning: runtimeClassNamed(name)?.summary?.() ?? l10n.t`Runs pods with the ${handler} handler.`,
    },
    details: joinParagraphs(
      parts.length === 0 ? undefined : l10n.t`The scheduler adds the pod overhead to the container resource requests.`,
      l10n.t`**Handler:** ${sanitizeMarkdownCode(handler)}`,
      selected.length === 0 ? undefined : l10n.t`**Only on nodes with these labels:** ${selected.join(', ')}`,
    ),
    target: createNodeTarget(seen, runtimeClasses, runtimeClass),
    context: ['osc-object', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
  });
}

/** Explains why a runtime class is still being deleted. Returns undefined if it isn't being deleted. */
export function explainDeletion(seen: ClusterTreeInput, runtimeClass: RuntimeClass): Explanation | undefined {
  return explainClassDeletion(runtimeClass, seen.snapshot, listedPods(seen), seen.now);
}

/** Returns the pods that the tree has read. The list can be limited to namespaces. */
function listedPods({ workloads, gathered }: ClusterTreeInput): ListedKataPods {
  switch (workloads.kind) {
    case 'loaded': {
      const { pods, namespaces, omitted } = workloads;
      return { kind: 'known', pods, isCut: gathered === true || namespaces !== undefined || omitted !== undefined };
    }
    case 'failed':
      return { kind: 'unreadable', message: workloads.message };
    default:
      return { kind: 'notRead' };
  }
}
