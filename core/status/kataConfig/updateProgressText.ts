/** Describes which nodes are being updated and why. Source: domain/01-kataconfig.md 1.5. */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { listItems } from '../snapshotIndex.ts';

/** Describes which nodes are being updated and how many are waiting. */
export function workWords(working: readonly string[], waiting: number): string {
  const names = formatNames(working);
  if (waiting === 0)
    return selectPlural(
      working.length,
      l10n.t`${names} is being updated. It's the last node.`,
      l10n.t`${names} are being updated. No nodes are waiting.`,
    );
  return selectPlural(
    working.length,
    selectPlural(
      waiting,
      l10n.t`${names} is being updated. ${waiting} node is waiting.`,
      l10n.t`${names} is being updated. ${waiting} nodes are waiting.`,
    ),
    selectPlural(
      waiting,
      l10n.t`${names} are being updated. ${waiting} node is waiting.`,
      l10n.t`${names} are being updated. ${waiting} nodes are waiting.`,
    ),
  );
}

/**
 * Explains why nodes are being updated. The operator reports `Updating` for every update of its pools, regardless of
 * the cause.
 */
export function whyUpdating(snapshot: Snapshot): string {
  const [version] = listItems(snapshot, 'clusterVersions');
  if (version?.updating === true)
    return version.desired === undefined
      ? l10n.t`OpenShift is being updated.`
      : l10n.t`OpenShift is being updated to ${version.desired}.`;
  return l10n.t`Possible reasons: Kata is being installed on or uninstalled from nodes, or a changed setting, such as logLevel, is being applied.`;
}
