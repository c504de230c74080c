/**
 * Creates the rows of sandboxed pods by namespace and owner. The pods are followed while the group is expanded, because
 * a cluster can have a large number of pods.
 */
import * as l10n from '@vscode/l10n';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { groupByOwner, noPodOwners, type OwnedPods, type PodOwners } from '#core/status/workloads/ownedPods.ts';
import { classCountWords, countClasses, unlistedWords } from '#core/status/workloads/workloadSummary.ts';
import { worstHealth, type Explanation } from '#core/status/explanation.ts';
import { describeLastUpdate } from '#client/clusters/state/connectionText.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import { outdated } from '#client/tree/model/outdated.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { describeMissingNamespace, describeScope, explainScope } from '#client/clusters/state/namespaceScope.ts';
import { namespaceKind } from '#client/kubernetes/read/readableKinds.ts';
import type { LoadedWorkloads } from '#client/clusters/state/workloads.ts';
import { createNodeTarget } from '#client/tree/model/objectTarget.ts';
import { messageNode } from '../messageNode.ts';
import { podOwnerNode } from './podOwnerNode.ts';
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
        ...wordsOf(seen.scope === undefined ? undefined : explainScope(seen.scope)),
        ...(seen.gathered === true ? [] : [updatesSentence(seen)]),
      ].join(getSentenceSeparator()),
    },
    context: seen.gathered === true ? [] : ['osc-workloads'],
    target: { context: seen.context },
    children: () => workloadRows(seen, id),
  });
  const demanding: TreeNode = { ...node, demands: { kind: 'workloads' } };
  return isOutdated(seen) ? outdated(demanding) : demanding;
}

function updatesSentence({ workloads }: ClusterTreeInput): string {
  const updates = workloads.kind === 'loaded' ? workloads.updates : undefined;
  return typeof updates === 'number'
    ? l10n.t`The list updates every ${updates / 1000} seconds while this row is expanded.`
    : l10n.t`The list updates automatically while this row is expanded.`;
}

/** Time in milliseconds after which a list that isn't updated is shown as outdated, because pods start and end. */
const listLifetime = 60_000;
/** Time in milliseconds for which a list that is due is shown as current. */
const listDuration = 30_000;

function isOutdated({ workloads, gathered, now }: ClusterTreeInput): boolean {
  if (gathered === true || workloads.kind !== 'loaded') return false;
  const { updates, again, asOf } = workloads;
  if (updates === 'watch') return again?.kind === 'failed';
  return now - asOf > (updates === undefined ? listLifetime : updates + listDuration);
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
    case 'loaded':
      return [
        ...countWords(workloads),
        ...wordsOf(describeScope({ namespaces: workloads.namespaces ?? [] })),
        ...updateWords(workloads, now),
        ...againWords(workloads),
      ].join(' · ');
    default:
      return l10n.t`Can't list pods`;
  }
}

function wordsOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** Returns the number of pods, and the number of pods per runtime class. */
function countWords({ pods, rest }: LoadedWorkloads): readonly string[] {
  return [
    rest === undefined ? String(pods.length) : l10n.t`More than ${pods.length}`,
    ...classCountWords(countClasses(pods)),
  ];
}

function updateWords({ updates, again, asOf }: LoadedWorkloads, now: number): readonly string[] {
  if (updates === 'watch' && again === undefined) return [];
  const last = describeLastUpdate(asOf, now);
  return typeof updates === 'number' ? [l10n.t`every ${updates / 1000} s`, last] : [last];
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
  const failed = [
    ...(workloads.again?.kind === 'failed' ? message(sanitizeLine(workloads.again.message, 200), 'warning') : []),
    ...(seen.scope?.missing ?? []).flatMap((name) => message(describeMissingNamespace(name), 'warning', `no:${name}`)),
  ];
  const unlisted = unlistedWords(workloads.owners ?? noPodOwners).flatMap((text) => message(text, 'lock', 'unlisted'));
  const rows = groupRows(seen, id, workloads);
  if (rows.length === 0)
    return failed.length > 0 ? failed : [...message(l10n.t`No pods use Kata`, 'info'), ...unlisted];
  const more = (['rest', 'note'] as const).flatMap((part) => {
    const text = workloads[part];
    return text === undefined ? [] : message(text, 'info', part);
  });
  return [...failed, ...rows, ...more, ...unlisted];
}

function groupRows(
  seen: ClusterTreeInput,
  id: string,
  { pods, owners = noPodOwners }: LoadedWorkloads,
): readonly TreeNode[] {
  switch (seen.workloadGrouping) {
    case 'runtimeClass':
      return podGroupNodes(seen, id, pods, { icon: 'layers', nameOf: ({ runtimeClass }) => runtimeClass });
    case 'node':
      return podGroupNodes(seen, id, pods, { icon: 'server', nameOf: ({ node }) => node ?? l10n.t`Not scheduled yet` });
    default: {
      const byNamespace = groupByNamespace(pods, owners);
      return createPagedNodes(seen, id, [...byNamespace.keys()].toSorted(), (namespace) =>
        namespaceNode(seen, `${id}/ns:${namespace}`, namespace, byNamespace.get(namespace) ?? []),
      );
    }
  }
}

interface PodGroups {
  readonly icon: string;
  readonly nameOf: (pod: KataPod) => string;
}

/** Creates the rows of groups of pods, with the namespace of each pod in its tooltip. */
function podGroupNodes(
  seen: ClusterTreeInput,
  id: string,
  pods: readonly KataPod[],
  { icon, nameOf }: PodGroups,
): readonly TreeNode[] {
  const groups = new Map<string, KataPod[]>();
  for (const pod of pods) {
    const name = nameOf(pod);
    const before = groups.get(name);
    if (before === undefined) groups.set(name, [pod]);
    else before.push(pod);
  }
  return createPagedNodes(seen, id, [...groups.keys()].toSorted(), (name) => {
    const found = groups.get(name) ?? [];
    const said = formatCount(found.length, 'pod');
    const groupId = `${id}/${seen.workloadGrouping ?? ''}:${name}`;
    return {
      view: {
        id: groupId,
        label: name,
        description: said,
        icon,
        accessibility: `${name}, ${said}`,
        collapsible: 'collapsed',
      },
      target: { context: seen.context },
      children: () => createPagedNodes(seen, groupId, found, (pod) => workloadNode(seen, pod)),
    };
  });
}

/** Returns the pods of each namespace that has pods or workloads without pods. */
function groupByNamespace(pods: readonly KataPod[], owners: PodOwners): ReadonlyMap<string, readonly KataPod[]> {
  const byNamespace = new Map<string, KataPod[]>();
  for (const pod of pods) {
    const before = byNamespace.get(pod.namespace);
    if (before === undefined) byNamespace.set(pod.namespace, [pod]);
    else before.push(pod);
  }
  for (const { namespace } of groupByOwner([], owners).owned)
    if (!byNamespace.has(namespace)) byNamespace.set(namespace, []);
  return byNamespace;
}

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
    children: () => podRows(seen, id, namespace, pods),
    ...(seen.gathered === true ? {} : { demands: { kind: 'podWarnings', namespace } }),
  };
}

/** Returns the owners of a namespace, and the pods that nothing recreates. */
function podRows(seen: ClusterTreeInput, id: string, namespace: string, pods: readonly KataPod[]): readonly TreeNode[] {
  const owners = (seen.workloads.kind === 'loaded' ? seen.workloads.owners : undefined) ?? noPodOwners;
  const { owned, bare } = groupByOwner(pods, owners, (workload) => workload.namespace === namespace);
  const items: readonly (OwnedPods | KataPod)[] = [...owned, ...bare];
  return createPagedNodes(seen, id, items, (item) =>
    'pods' in item ? podOwnerNode(seen, id, item) : workloadNode(seen, item),
  );
}
