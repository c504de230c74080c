/**
 * Builds the sections that pages of tree rows share: data age, child rows, and the timeline of their objects. Doesn't
 * use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import type { StatusCondition, ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { findWatchedKind } from '#client/kubernetes/read/readableKinds.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type { DetailAction, DetailPage, DetailSection, FactView } from '../detailPage.ts';
import { statusChanges, statusTimeline, type StatusChange } from '../statusTimeline.ts';
import { toneWord } from '../toneWord.ts';
import { liveFreshness, yamlLink } from '../sharedSections.ts';

/** Maximum number of child rows that the page lists. */
const mostRows = 100;

/** Describes the age of the data for an entire cluster. */
export function clusterFreshness(
  snapshot: Snapshot | undefined,
  now: number,
  gathered: boolean,
): DetailPage['freshness'] {
  if (gathered) return { isLive: true, words: l10n.t`From a must-gather` };
  const state = snapshot === undefined ? undefined : getConnectionState(snapshot);
  if (state === undefined || state.kind === 'live' || state.kind === 'forbidden') return liveFreshness();
  const asOf = 'asOf' in state ? state.asOf : undefined;
  const last = asOf === undefined ? l10n.t`Not read yet` : l10n.t`Last updated ${formatTimeOfDay(asOf, now)}`;
  return { isLive: false, words: 'trouble' in state ? `${last}: ${sanitizeLine(state.trouble.message)}` : last };
}

/** Lists the child rows of a row, with links to their pages and objects. */
export function partsSection({ children, target }: TreeNode): readonly DetailSection[] {
  const all = children?.() ?? [];
  if (all.length === 0) return [];
  const rows = all.slice(0, mostRows).map((row): FactView => {
    const { view, about } = row;
    const tone = about?.explanation.health ?? 'unknown';
    const links = linksOf(row, target?.object);
    return {
      label: about?.name ?? view.label,
      // The tree row has space for only a state, so prefer the full headline here.
      value: about?.explanation.headline ?? view.description ?? '',
      ...(about === undefined ? {} : { state: { tone, word: toneWord(tone) } }),
      ...(links.length === 0 ? {} : { links }),
    };
  });
  const left = all.length - rows.length;
  return [
    {
      kind: 'facts',
      id: 'parts',
      title: l10n.t`Components`,
      rows,
      ...omitUndefined({ note: left > 0 ? l10n.t`And ${left} more.` : undefined }),
    },
  ];
}

/**
 * Returns links to the page and the YAML of a row.
 * @param own object of the page, which already has a button for its YAML
 */
function linksOf({ view, target, about }: TreeNode, own: ObjectReference | undefined): readonly DetailAction[] {
  const words = (view.contextValue ?? '').split(' ');
  const label = l10n.t`Show Details`;
  return [
    ...(words.includes('osc-explained')
      ? [{ label, name: `${label}: ${about?.name ?? view.label}`, effect: { kind: 'row', id: view.id } } as const]
      : []),
    ...(words.includes('osc-object') && target?.object !== undefined && own === undefined
      ? [yamlLink(target.context, target.object)]
      : []),
  ];
}

/**
 * Lists the status changes of a row's object or, if the row has no object, of the objects of its child rows. Returns no
 * section if none of the objects is in the snapshot.
 */
export function objectsTimeline(
  { target, children }: TreeNode,
  snapshot: Snapshot | undefined,
  now: number,
): readonly DetailSection[] {
  if (snapshot === undefined) return [];
  const isGroup = target?.object === undefined;
  const references = isGroup ? (children?.() ?? []).flatMap((row) => row.target?.object ?? []) : [target.object];
  const items = new Map(
    references.flatMap((reference) =>
      itemsOf(snapshot, reference).map((item) => [item.uid, { item, kind: reference.kind }] as const),
    ),
  );
  if (items.size === 0) return [];
  const changes = [...items.values()].flatMap(({ item, kind }) =>
    statusChanges(item.created, conditionsOf(item)).map((change): StatusChange =>
      isGroup ? { ...change, name: `${kind} ${item.name}` } : change,
    ),
  );
  return [
    statusTimeline(
      changes,
      now,
      l10n.t`Kubernetes objects store only the latest time of each kind of change, so the timeline doesn't show earlier changes.`,
    ),
  ];
}

function itemsOf(snapshot: Snapshot, reference: ObjectReference): readonly ClusterObject[] {
  const id = findWatchedKind(reference);
  if (id === undefined) return [];
  const items: ReadonlyMap<string, ClusterObject> = snapshot[id].items;
  return [...items.values()]
    .filter(({ name, namespace }) => name === reference.name && namespace === reference.namespace)
    .slice(0, 1);
}

function conditionsOf(
  item: ClusterObject & { readonly conditions?: readonly StatusCondition[] },
): readonly StatusCondition[] {
  return item.conditions ?? [];
}
