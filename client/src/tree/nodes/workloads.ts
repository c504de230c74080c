/** Pods that run in a guest, by namespace. Fetched when somebody opens the group: a cluster can have very many pods. */
import type { KataPod } from '../../../../core/live/kataPod.ts';
import { oneLine } from '../../../../core/live/words.ts';
import { explainedNode } from '../explained.ts';
import type { TreeNode } from '../nodeView.ts';
import { paged } from '../paging.ts';
import type { Seen } from '../seen.ts';
import { timeOfDay } from '../words.ts';
import type { LoadedWorkloads } from '../workloads.ts';
import { messageNode } from './message.ts';
import { workloadNode } from './workload.ts';

export function workloadsNode(seen: Seen): TreeNode {
  const id = `${seen.context}/workloads`;
  const node = explainedNode({
    id,
    label: 'Kata workloads',
    icon: 'package',
    explanation: {
      health: hasFailed(seen) ? 'attention' : 'ok',
      headline: headline(seen),
      meaning: `Pods whose runtime class is one of kata.${seen.gathered === true ? '' : ' They are not followed: refresh to look again.'}`,
    },
    context: ['osc-workloads'],
    target: { context: seen.context },
    children: () => workloadRows(seen, id),
  });
  return { ...node, demands: 'workloads' };
}

function hasFailed({ workloads }: Seen): boolean {
  return workloads.kind === 'failed' || (workloads.kind === 'loaded' && workloads.again?.kind === 'failed');
}

function headline({ workloads, now }: Seen): string {
  switch (workloads.kind) {
    case 'unasked':
      return 'looked for when opened';
    case 'loading':
      return workloads.found === 0 ? 'looking' : `looking, ${workloads.found} found`;
    case 'loaded':
      return `${workloads.pods.length}${workloads.rest === undefined ? '' : ' and more'}, as of ${timeOfDay(workloads.asOf, now)}${againWords(workloads)}`;
    default:
      return 'cannot be listed';
  }
}

function againWords({ again }: LoadedWorkloads): string {
  if (again === undefined) return '';
  return again.kind === 'loading' ? ', looking again' : ', cannot be listed now';
}

function workloadRows(seen: Seen, id: string): readonly TreeNode[] {
  const { context, workloads } = seen;
  const message = (label: string, icon: string, part = 'message') => [messageNode(context, { id: `${id}/${part}`, label, icon })];
  if (workloads.kind === 'failed') return message(oneLine(workloads.message, 200), 'warning');
  if (workloads.kind !== 'loaded') return message('Looking for pods…', 'loading~spin');
  const failed = workloads.again?.kind === 'failed' ? message(oneLine(workloads.again.message, 200), 'warning') : [];
  if (workloads.pods.length === 0) return failed.length > 0 ? failed : message('No pod uses kata', 'info');
  const byNamespace = new Map<string, KataPod[]>();
  for (const pod of workloads.pods) {
    const { namespace } = pod;
    const before = byNamespace.get(namespace);
    if (before === undefined) byNamespace.set(namespace, [pod]);
    else before.push(pod);
  }
  const names = [...byNamespace.keys()].toSorted();
  const rows = paged(seen, id, names, (namespace) => namespaceNode(seen, `${id}/ns:${namespace}`, namespace, byNamespace.get(namespace) ?? []));
  return [...failed, ...rows, ...(workloads.rest === undefined ? [] : message(workloads.rest, 'info', 'rest'))];
}

function namespaceNode(seen: Seen, id: string, namespace: string, pods: readonly KataPod[]): TreeNode {
  const said = pods.length === 1 ? '1 pod' : `${pods.length} pods`;
  return {
    view: {
      id,
      label: namespace,
      description: said,
      icon: 'folder',
      accessibility: `Namespace ${namespace}, ${said}`,
      contextValue: 'osc-named',
      collapsible: 'collapsed',
    },
    target: { context: seen.context },
    children: () => paged(seen, id, pods, (pod) => workloadNode(seen, pod)),
  };
}
