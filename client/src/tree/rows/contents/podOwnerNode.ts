/** Creates the row of an owner of Kata pods, such as a Deployment, with the rows of its pods below it. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { explainEvent } from '#core/explain/events/explainEvent.ts';
import { kataWorkloadKinds } from '#core/cluster/objects/kataWorkload.ts';
import { worstHealth, type Health } from '#core/status/explanation.ts';
import { isIncomplete, type OwnedPods } from '#core/status/workloads/ownedPods.ts';
import { ownerState } from '#core/status/workloads/workloadSummary.ts';
import { ownerWarning, warningText } from '#core/status/workloads/workloadWarning.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { cutText, sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget, eventContext } from '#client/tree/model/objectTarget.ts';
import { workloadContext } from '#client/tree/model/workloadContext.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import { healthOfPod, longestWarning, warningSentence, workloadNode } from './workloadNode.ts';

/** Maximum number of pods of an owner whose row is expanded at first. */
const mostExpanded = 10;

/**
 * Creates the row of an owner.
 * @param parent prefix of the row ID
 */
export function podOwnerNode(seen: ClusterTreeInput, parent: string, owned: OwnedPods): TreeNode {
  const { kind, name, namespace, pods, runtimeClasses } = owned;
  const id = `${parent}/owner:${kind}/${name}`;
  const state = ownerState(owned);
  const warning = ownerWarning(owned, seen.podWarnings?.byObject ?? new Map());
  const classes = runtimeClasses.join(', ');
  const target = targetOf(seen, owned);
  const explanation = warning === undefined ? undefined : explainEvent(warning);
  return explainedNode({
    id,
    label: name,
    fullName: `${kind} ${name}`,
    description: joined(state, warning === undefined ? classes : cutText(warningText(warning), longestWarning), kind),
    explanation: {
      health: healthOf(owned, warning !== undefined),
      headline: joined(state, classes),
      meaning: joinSentences(
        problemSentence(owned),
        warning === undefined ? '' : warningSentence(warning, seen.now),
        explanation?.meaning ?? '',
      ),
      ...omitUndefined({ next: explanation?.next, todo: explanation?.todo, docs: explanation?.docs }),
    },
    details: l10n.t`**Namespace:** ${sanitizeMarkdownCode(namespace)}`,
    target,
    context: contextOf(seen, target),
    ...(pods.length === 0
      ? {}
      : {
          collapsible: pods.length > mostExpanded ? 'collapsed' : 'expanded',
          children: () => createPagedNodes(seen, id, pods, (pod) => workloadNode(seen, pod)),
        }),
  });
}

function contextOf(seen: ClusterTreeInput, { object }: NodeTarget): readonly string[] {
  if (object === undefined) return ['osc-named'];
  return [
    'osc-object',
    'osc-named',
    'osc-pods',
    ...workloadContext(seen, object),
    ...eventContext,
    ...(seen.console ? ['osc-console'] : []),
  ];
}

function problemSentence({ kind, name, namespace, problem }: OwnedPods): string {
  switch (problem) {
    case 'forbidden':
      return l10n.t`You don't have permission to get ${kind} ${name} in namespace ${namespace}.`;
    case 'deleted':
      return l10n.t`${kind} ${name} was deleted, but its pods remain.`;
    default:
      return '';
  }
}

function healthOf(owned: OwnedPods, hasWarning: boolean): Health {
  const { pods, problem } = owned;
  if (problem === 'deleted') return 'attention';
  const ofPods = worstHealth(pods.map(healthOfPod));
  if (ofPods === 'failed' || !isIncomplete(owned)) return ofPods;
  return hasWarning ? 'attention' : 'busy';
}

/** Returns the target with the object, if its kind is known. */
function targetOf(seen: ClusterTreeInput, { group, kind, name, namespace }: OwnedPods): NodeTarget {
  const known = kataWorkloadKinds.find((one) => one.group === group && one.kind === kind);
  return known === undefined ? { context: seen.context } : createNodeTarget(seen, known, { name, namespace });
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
