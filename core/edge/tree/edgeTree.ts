/**
 * Builds a tree of clusters with their node pools, nodes, and components from saved responses. Includes resources that
 * are referenced but weren't read.
 */
import * as l10n from '@vscode/l10n';
import type { StatusSeverity } from '#core/status/explainedStatus.ts';
import { formatAlternatives, selectPlural } from '#core/text/grammar.ts';
import { actionsListing } from '../listActions.ts';
import { readEdgeAnswers, type EdgeAnswers, type EdgeSource } from './readAnswers.ts';
import type { EdgeBelow, EdgeNode } from './edgeNode.ts';
import { decodeEdge } from '../table/decodeEdge.ts';
import { labelOf, mergeEntries, type EdgeMerged } from './mergeEntries.ts';
import { missingOf } from './missingData.ts';
import { missingPages } from './missingPages.ts';
import type { EdgeResource } from '../table/edgePair.ts';
import { createEdgeIndex } from '../edgeCauses.ts';

export interface EdgeTree {
  readonly clusters: readonly EdgeNode[];
  /** Resources without a cluster in the responses. */
  readonly others: readonly EdgeNode[];
  /** Sentences about the data that wasn't read. */
  readonly left: readonly string[];
  readonly below: EdgeBelow;
  /** Number of resources. */
  readonly count: number;
  /** Times of the oldest and newest source, in milliseconds since 1970. Undefined if no source has a time. */
  readonly asOf?: { readonly from: number; readonly to: number };
}

const none: EdgeBelow = { error: 0, warning: 0, unknown: 0 };

/**
 * Builds the tree.
 * @param resource resource kind to use if the responses don't show it
 */
export function edgeTree(sources: readonly EdgeSource[], resource?: EdgeResource): EdgeTree {
  return treeOf(readEdgeAnswers(sources, resource));
}

function treeOf(read: EdgeAnswers): EdgeTree {
  const merged = mergeEntries(read.entries);
  const node = createNodeFactory(merged, read.answers);
  const leaf = (one: EdgeMerged): EdgeNode => node(one, []);
  const of = (kind: EdgeResource | undefined): readonly EdgeMerged[] =>
    merged.filter(({ entry }) => entry.item.resource === kind);
  const nodesOf = grouped(of('node'), ({ entry }) => entry.item.nodePoolId);
  const pools = of('nodePool').map((one) => ({
    one,
    made: node(one, (nodesOf.get(one.entry.item.id) ?? []).map(leaf)),
  }));
  const poolIds = new Set(pools.map(({ one }) => one.entry.item.id));
  // Node pools that are known only from their nodes, which identify the cluster.
  const unread = [...nodesOf].filter(([id]) => id !== '' && !poolIds.has(id));
  const placed = [
    ...pools.map(({ one, made }) => ({ cluster: one.entry.item.clusterId, made })),
    ...unread.map(([id, members]) => ({
      cluster: clusterOf(members),
      made: unreadNode('nodePool', id, members.map(leaf)),
    })),
    ...[...(nodesOf.get('') ?? []), ...of('component')].map((one) => ({
      cluster: one.entry.item.clusterId,
      made: leaf(one),
    })),
  ];
  const inCluster = grouped(placed, ({ cluster }) => cluster);
  const clusters = of('cluster');
  const clusterIds = new Set(clusters.map(({ entry }) => entry.item.id));
  const childrenOf = (id: string): readonly EdgeNode[] =>
    id === '' ? [] : (inCluster.get(id) ?? []).map(({ made }) => made);
  const roots = [
    ...clusters.map((one) => node(one, childrenOf(one.entry.item.id))),
    ...[...inCluster.keys()]
      .filter((id) => id !== '' && !clusterIds.has(id))
      .map((id) => unreadNode('cluster', id, childrenOf(id))),
  ];
  const others = [...(inCluster.get('') ?? []).map(({ made }) => made), ...of(undefined).map(leaf)];
  return {
    clusters: roots,
    others,
    left: [...missingPages(read.answers), ...read.left],
    below: belowOf([...roots, ...others]),
    count: merged.length,
    ...timeSpan(read.entries.flatMap(({ at }) => at ?? [])),
  };
}

/** Returns a function that creates tree nodes with their severity, cause, and missing data. */
function createNodeFactory(
  merged: readonly EdgeMerged[],
  answers: EdgeAnswers['answers'],
): (one: EdgeMerged, children: readonly EdgeNode[]) => EdgeNode {
  // A resource with contradicting responses can't be a cause.
  const index = createEdgeIndex(merged.filter(isSure).map(({ entry }) => entry.item));
  const judged = new Map<string, Judged>();
  return (one, children) => {
    const { entry } = one;
    const { severity, follows } = judge(one, judged);
    const cause = follows ? index.causeOf(entry.item) : undefined;
    const part = {
      key: one.key,
      label: labelOf(entry),
      id: entry.item.id,
      entry,
      contradicting: one.contradicting,
      severity,
      children,
      below: belowOf(children),
      ...(entry.item.resource === undefined ? {} : { resource: entry.item.resource }),
      ...(cause === undefined ? {} : { cause }),
    };
    return { ...part, missing: missingOf(part, answers) };
  };
}

function timeSpan(times: readonly number[]): Pick<EdgeTree, 'asOf'> {
  if (times.length === 0) return {};
  return {
    asOf: times.reduce((span, at) => ({ from: Math.min(span.from, at), to: Math.max(span.to, at) }), {
      from: Infinity,
      to: 0,
    }),
  };
}

function isSure({ entry, contradicting }: EdgeMerged): boolean {
  return contradicting.length === 0 && !entry.noStatus;
}

interface Judged {
  readonly severity: StatusSeverity;
  /** True if the state is caused by other resources. */
  readonly follows: boolean;
}

/**
 * Evaluates a resource.
 * @param known cache of earlier results, because thousands of resources share a few states
 */
function judge(one: EdgeMerged, known: Map<string, Judged>): Judged {
  if (!isSure(one)) return { severity: 'unknown', follows: false };
  const { status, resource } = one.entry.item;
  const key = JSON.stringify([resource, status]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { severity = 'unknown', rows } = decodeEdge(status, resource);
  const judged: Judged = { severity, follows: rows.some(({ from = [] }) => from.length > 0) };
  known.set(key, judged);
  return judged;
}

function unreadNode(resource: 'cluster' | 'nodePool', id: string, children: readonly EdgeNode[]): EdgeNode {
  const actions = formatAlternatives(actionsListing(resource));
  const missing = {
    what: resource === 'cluster' ? l10n.t`This cluster` : l10n.t`This node pool`,
    state: l10n.t`not read`,
    todo: selectPlural(
      children.length,
      l10n.t`The responses include ${children.length} resource that belongs to this resource, but not this resource itself. Add the response from ${actions}.`,
      l10n.t`The responses include ${children.length} resources that belong to this resource, but not this resource itself. Add the response from ${actions}.`,
    ),
  };
  return {
    key: JSON.stringify([resource, id]),
    resource,
    label: id,
    id,
    contradicting: [],
    severity: 'unknown',
    children,
    below: belowOf(children),
    missing: [missing],
  };
}

function belowOf(children: readonly EdgeNode[]): EdgeBelow {
  let below = none;
  for (const { severity, below: deeper, entry } of children) {
    const count = (kind: keyof EdgeBelow): number =>
      below[kind] + deeper[kind] + (severity === kind && entry !== undefined ? 1 : 0);
    below = { error: count('error'), warning: count('warning'), unknown: count('unknown') };
  }
  return below;
}

/** Returns the cluster ID if all nodes have the same one, otherwise an empty string. */
function clusterOf(members: readonly EdgeMerged[]): string {
  const ids = new Set(members.map(({ entry }) => entry.item.clusterId));
  const [id] = ids;
  return ids.size === 1 && id !== undefined ? id : '';
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [one]);
    else there.push(one);
  }
  return groups;
}
