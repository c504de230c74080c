/** States in one or two words, short enough for a narrow side bar. */
import * as l10n from '@vscode/l10n';
import type { KataConfig } from '../kinds/kataConfig.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Explanation, Health, Missing } from './explanation.ts';
import { kataConfigSeverity, type Severity } from './health.ts';
import { progressOf, type Phase } from './progress.ts';
import { surroundingsOf } from './surroundings.ts';

/** The state of Kata on a cluster: `Installing`, `Failed`. */
export function stateWord(severity: Severity, phase: Phase): string {
  switch (severity) {
    case 'failed':
      return l10n.t`Failed`;
    case 'blocked':
      return l10n.t`Blocked`;
    case 'warning':
      return l10n.t`Warning`;
    case 'inProgress':
      return phase === 'installing' ? l10n.t`Installing` : phase === 'uninstalling' ? l10n.t`Uninstalling` : l10n.t`Updating`;
    case 'healthy':
      return l10n.t`Installed`;
    default:
      return l10n.t`Unknown`;
  }
}

/** The state of a KataConfig and how many of its nodes are done: `Installing · 0 of 2`. @param health how its row judges it */
export function kataConfigState(kataConfig: KataConfig, snapshot: Snapshot, health: Health): string {
  const { phase, done, total } = progressOf(snapshot);
  const severity = kataConfigSeverity(snapshot, health);
  // Nobody has begun with it.
  const word = severity === 'unknown' && kataConfig.inProgress === undefined ? l10n.t`Pending` : stateWord(severity, phase);
  const isCounted = total > 0 && surroundingsOf(snapshot).kataConfig === kataConfig;
  return isCounted ? `${word} · ${doneOf(done, total)}` : word;
}

/** `1 of 2`. */
export function doneOf(done: number, total: number): string {
  return l10n.t({ message: '{0} of {1}', args: [done, total], comment: ['A count: 1 of 2 nodes. A row of a narrow tree: as short as possible.'] });
}

/** The state of a part of the operator or of peer pods. What is as it should be has its own words. */
export function partState({ health, missing }: Pick<Explanation, 'health' | 'missing'>, ready: string): string {
  if (missing !== undefined && (health === 'ok' || health === 'unknown')) return missingWord(missing);
  switch (health) {
    case 'ok':
      return ready;
    case 'busy':
      return l10n.t`Pending`;
    case 'attention':
      return l10n.t`Warning`;
    case 'failed':
      return l10n.t`Failed`;
    default:
      return l10n.t`Unknown`;
  }
}

/** Why there is no evidence, in a word or two. */
export function missingWord(missing: Missing): string {
  switch (missing) {
    case 'none':
      return l10n.t({ message: 'None', args: [], comment: ['A state: there is none of it on the cluster.'] });
    case 'notCollected':
      return l10n.t`Not collected`;
    default:
      return l10n.t`No permission`;
  }
}
