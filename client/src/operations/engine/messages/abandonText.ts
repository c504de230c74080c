/** Describes what remains on the cluster when the user abandons a paused operation. Pure. */
import * as l10n from '@vscode/l10n';
import { watchedKindIds, watchedKinds } from '#core/cluster/resources/index.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import { namesWords } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { selectPlural } from '#core/text/grammar.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';

/** Maximum number of names in a line. */
const mostNames = 20;

/**
 * Returns one line each for the objects that remain, the changes that aren't reverted, and the steps that aren't done.
 * @param snapshot the current state of the cluster, if it is open: an object that was deleted since the operation
 * paused doesn't remain
 */
export function abandonLines({ steps, results = {} }: OperationProgress, snapshot?: Snapshot): readonly string[] {
  const open = steps.filter(({ state }) => state !== 'done');
  const remaining = open
    .flatMap(({ changes }) => changes)
    .filter(({ how, target }) => how === 'delete' && !isGone(target, snapshot));
  const kept = steps
    .filter(({ id }) => ['apply', 'merge'].includes(results[id]?.how ?? ''))
    .flatMap(({ changes }) => changes);
  const titles = namesWords(
    open.map(({ title }) => title),
    mostNames,
  );
  const isUnderWay = open.some(({ id, state }) => state === 'waiting' && results[id] !== undefined);
  return [
    ...(remaining.length === 0 ? [] : [l10n.t`Remains on the cluster: ${names(remaining)}.`]),
    ...(kept.length === 0 ? [] : [l10n.t`Not reverted: ${names(kept)}.`]),
    ...(isUnderWay ? [l10n.t`Changes that were already sent continue on the cluster.`] : []),
    selectPlural(
      open.length,
      l10n.t`${open.length} step isn't done: ${titles}.`,
      l10n.t`${open.length} steps aren't done: ${titles}.`,
    ),
    l10n.t`The extension sends nothing more. To start the operation again from the state of the cluster at that time, run its command.`,
  ];
}

/** True if the cluster is known not to have the object. */
function isGone(
  { group, plural: resource, name, namespace }: ObjectReference,
  snapshot: Snapshot | undefined,
): boolean {
  const id = watchedKindIds.find((one) => watchedKinds[one].plural === resource && watchedKinds[one].group === group);
  if (snapshot === undefined || id === undefined || !isKnown(snapshot, id)) return false;
  return !listItems(snapshot, id).some((item) => item.name === name && item.namespace === namespace);
}

function names(changes: readonly ClusterChange[]): string {
  return sanitizeLine(
    namesWords(
      changes.map(({ target: { kind, name } }) => `${kind} ${name}`),
      mostNames,
    ),
    2000,
  );
}
