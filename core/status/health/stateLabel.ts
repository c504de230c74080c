/** Formats states in one or two words, short enough for a narrow side bar. */
import * as l10n from '@vscode/l10n';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Health } from '../explanation.ts';
import { kataConfigSeverity, type HealthSeverity } from './clusterHealth.ts';
import { doneOf } from '../partText.ts';
import { getKataStatus, type KataPhase } from '../kataConfig/kataStatus.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

/** Returns the Kata state of a cluster, such as `Installing` or `Failed`. */
export function stateWord(severity: HealthSeverity, phase: KataPhase): string {
  switch (severity) {
    case 'failed':
      return l10n.t`Failed`;
    case 'blocked':
      return l10n.t`Blocked`;
    case 'warning':
      return l10n.t`Warning`;
    case 'inProgress':
      return phase === 'installing'
        ? l10n.t`Installing`
        : phase === 'uninstalling'
          ? l10n.t`Uninstalling`
          : l10n.t`Updating`;
    case 'healthy':
      return l10n.t`Installed`;
    default:
      return l10n.t`Unknown`;
  }
}

/**
 * Returns the state of a KataConfig with the number of completed nodes, such as `Installing · 0 of 2`.
 * @param health health of the KataConfig row
 */
export function kataConfigState(kataConfig: KataConfig, snapshot: Snapshot, health: Health): string {
  const { phase, done, total } = getKataStatus(snapshot);
  const severity = kataConfigSeverity(snapshot, health);
  // The operator hasn't started processing the KataConfig.
  const word =
    severity === 'unknown' && kataConfig.inProgress === undefined ? l10n.t`Pending` : stateWord(severity, phase);
  const isCounted = total > 0 && indexSnapshot(snapshot).kataConfig === kataConfig;
  return isCounted ? `${word} · ${doneOf(done, total)}` : word;
}
