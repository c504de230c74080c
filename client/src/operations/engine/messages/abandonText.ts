/** Describes what remains on the cluster when the user abandons a paused operation. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { watchedKindIds, watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';

/** Maximum number of names in a line. */
const mostNames = 20;

/**
 * Returns lines about the objects that remain, the changes that aren't reverted, and the steps that aren't done.
 * @param snapshot the current state of the cluster, if it's open; objects that were deleted after the operation paused
 * are omitted
 */
export function abandonLines({ steps, results = {} }: OperationProgress, snapshot?: Snapshot): readonly string[] {
  const open = steps.filter(({ state }) => state !== 'done');
  const deletions = open
    .flatMap(({ changes }) => changes)
    .filter(({ how, target }) => how === 'delete' && findState(target, snapshot) !== 'gone');
  const deleting = deletions.filter(({ target }) => findState(target, snapshot) === 'deleting');
  const remaining = deletions.filter((change) => !deleting.includes(change));
  const notDone = open.filter(({ changes }) => !isDeleted(changes, snapshot));
  const kept = steps
    .filter(({ id }) => ['apply', 'merge'].includes(results[id]?.how ?? ''))
    .flatMap(({ changes }) => changes);
  const titles = formatNames(
    notDone.map(({ title }) => title),
    mostNames,
  );
  const isUnderWay = open.some(({ id, state }) => state === 'waiting' && results[id] !== undefined);
  return [
    ...(deleting.length === 0 ? [] : [l10n.t`Deletion has already started and can't be stopped: ${names(deleting)}.`]),
    ...(deleting.some(({ target }) => target.kind === 'KataConfig')
      ? [l10n.t`The operator uninstalls Kata from the nodes selected by this KataConfig, and the nodes reboot.`]
      : []),
    ...(remaining.length === 0 ? [] : [l10n.t`Objects that remain on the cluster: ${names(remaining)}.`]),
    ...(kept.length === 0 ? [] : [l10n.t`Objects whose changes aren't reverted: ${names(kept)}.`]),
    ...Object.values(results)
      .flatMap(({ reverts = [] }) => reverts)
      .slice(0, mostNames)
      .map(({ kind, name, command }) => {
        const object = sanitizeLine(`${kind} ${name}`);
        const line = sanitizeLine(command, 600);
        return l10n.t`The change to ${object} isn't reverted. To revert the change, run: ${line}`;
      }),
    ...(isUnderWay && deleting.length === 0 ? [l10n.t`Changes already sent to the cluster still take effect.`] : []),
    ...(notDone.length === 0 ? [] : [l10n.t`Incomplete steps (${notDone.length}): ${titles}.`]),
    l10n.t`The extension sends no further changes. To restart from the cluster's current state, run the operation's command again.`,
  ];
}

/** Returns whether the changes only delete objects, and each object is gone or being deleted. */
function isDeleted(changes: readonly ClusterChange[], snapshot: Snapshot | undefined): boolean {
  return (
    changes.length > 0 &&
    changes.every(({ how, target }) => how === 'delete' && findState(target, snapshot) !== undefined)
  );
}

/**
 * Returns the deletion state of an object. Returns undefined if the object isn't being deleted or its state is unknown.
 */
function findState(
  { group, plural: resource, name, namespace }: ObjectReference,
  snapshot: Snapshot | undefined,
): 'gone' | 'deleting' | undefined {
  const id = watchedKindIds.find((one) => watchedKinds[one].plural === resource && watchedKinds[one].group === group);
  if (snapshot === undefined || id === undefined || !isKnown(snapshot, id)) return undefined;
  const found = listItems(snapshot, id).find((item) => item.name === name && item.namespace === namespace);
  if (found === undefined) return 'gone';
  return found.deleting === undefined ? undefined : 'deleting';
}

function names(changes: readonly ClusterChange[]): string {
  return sanitizeLine(
    formatNames(
      changes.map(({ target: { kind, name } }) => `${kind} ${name}`),
      mostNames,
    ),
    2000,
  );
}
