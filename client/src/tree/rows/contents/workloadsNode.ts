/**
 * Creates the rows of sandboxed pods by namespace. Requests the pods when the user expands the group, because a cluster
 * can have a large number of pods.
 */
import * as l10n from '@vscode/l10n';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { worstHealth, type Explanation } from '#core/status/explanation.ts';
import { describeLastUpdate } from '#client/clusters/state/connectionText.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import { outdated } from '#client/tree/model/outdated.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { LoadedWorkloads } from '#client/clusters/state/workloads.ts';
import { createNodeTarget } from '#client/tree/model/objectTarget.ts';
import { messageNode } from '../messageNode.ts';
import { healthOfPod, workloadNode } from './workloadNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export function workloadsNode(seen: ClusterTreeInput): TreeNode {
  const id = `${seen.context}/workloads`;
  const node = explainedNode({
    id,
    label: l10n.t`Pods`,
    fullName: l10n.t`Kata workloads`,
    icon: 'package',
    explanation: {
      ...judged(seen),
      headline: headline(seen),
      meaning: [
        l10n.t`Pods that use a Kata runtime class.`,
        ...(seen.gathered === true
          ? []
          : [l10n.t`The list doesn't update automatically. To update the list, refresh it.`]),
      ].join(getSentenceSeparator()),
    },
    context: ['osc-workloads'],
    target: { context: seen.context },
    children: () => workloadRows(seen, id),
  });
  const demanding: TreeNode = { ...node, demands: { kind: 'workloads' } };
  return isOutdated(seen) ? outdated(demanding) : demanding;
}

/**
 * Time in milliseconds for which a list of pods is shown as current. The list isn't updated automatically, so pods can
 * start and end meanwhile.
 */
const listLifetime = 60_000;

function isOutdated({ workloads, gathered, now }: ClusterTreeInput): boolean {
  return gathered !== true && workloads.kind === 'loaded' && now - workloads.asOf > listLifetime;
}

/** Returns the health of the group. Only listed pods count as evidence. */
function judged({ workloads }: ClusterTreeInput): Pick<Explanation, 'health' | 'missing'> {
  switch (workloads.kind) {
    case 'failed':
      return { health: 'attention' };
    case 'loaded':
      if (workloads.again?.kind === 'failed') return { health: 'attention' };
      if (workloads.pods.length === 0 && workloads.rest === undefined) return { health: 'unknown', missing: 'none' };
      return { health: worstHealth(workloads.pods.map(healthOfPod)) };
    case 'loading':
      return { health: 'busy' };
    default:
      return { health: 'unknown', missing: 'notCollected' };
  }
}

function headline({ workloads, now }: ClusterTreeInput): string {
  switch (workloads.kind) {
    case 'unasked':
      return l10n.t`Expand to list`;
    case 'notCollected':
      return l10n.t`Not collected`;
    case 'loading':
      return workloads.found === 0 ? l10n.t`Listing...` : l10n.t`Listing... ${workloads.found} found`;
    case 'loaded': {
      const count = workloads.pods.length;
      const counted = workloads.rest === undefined ? String(count) : l10n.t`More than ${count}`;
      return [counted, describeLastUpdate(workloads.asOf, now), ...againWords(workloads)].join(' · ');
    }
    default:
      return l10n.t`Can't list pods`;
  }
}

function againWords({ again }: LoadedWorkloads): readonly string[] {
  if (again === undefined) return [];
  return [again.kind === 'loading' ? l10n.t`Refreshing` : l10n.t`Refresh failed`];
}

function workloadRows(seen: ClusterTreeInput, id: string): readonly TreeNode[] {
  const { context, workloads } = seen;
  const message = (label: string, icon: string, part = 'message') => [
    messageNode(context, { id: `${id}/${part}`, label, icon }),
  ];
  if (workloads.kind === 'failed') return message(sanitizeLine(workloads.message, 200), 'warning');
  if (workloads.kind === 'notCollected') return message(l10n.t`Not collected`, 'question');
  if (workloads.kind !== 'loaded') return message(l10n.t`Listing...`, 'loading~spin');
  const failed =
    workloads.again?.kind === 'failed' ? message(sanitizeLine(workloads.again.message, 200), 'warning') : [];
  if (workloads.pods.length === 0) return failed.length > 0 ? failed : message(l10n.t`No pods use Kata`, 'info');
  const byNamespace = new Map<string, KataPod[]>();
  for (const pod of workloads.pods) {
    const { namespace } = pod;
    const before = byNamespace.get(namespace);
    if (before === undefined) byNamespace.set(namespace, [pod]);
    else before.push(pod);
  }
  const names = [...byNamespace.keys()].toSorted();
  const rows = createPagedNodes(seen, id, names, (namespace) =>
    namespaceNode(seen, `${id}/ns:${namespace}`, namespace, byNamespace.get(namespace) ?? []),
  );
  const more = (['rest', 'note'] as const).flatMap((part) => {
    const text = workloads[part];
    return text === undefined ? [] : message(text, 'info', part);
  });
  return [...failed, ...rows, ...more];
}

const namespaceKind = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' } as const;

function namespaceNode(seen: ClusterTreeInput, id: string, namespace: string, pods: readonly KataPod[]): TreeNode {
  const said = formatCount(pods.length, 'pod');
  return {
    view: {
      id,
      label: namespace,
      description: said,
      icon: 'folder',
      accessibility: l10n.t`Namespace ${namespace}, ${said}`,
      contextValue: 'osc-named osc-pods',
      collapsible: 'collapsed',
    },
    target: createNodeTarget(seen, namespaceKind, { name: namespace }),
    children: () => createPagedNodes(seen, id, pods, (pod) => workloadNode(seen, pod)),
    ...(seen.gathered === true ? {} : { demands: { kind: 'podWarnings', namespace } }),
  };
}
