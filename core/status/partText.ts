/**
 * Formats states and counts of parts in one or two words, short enough for a narrow side bar. Doesn't evaluate health,
 * because small bundles load this file.
 */
import * as l10n from '@vscode/l10n';
import type { Explanation, Missing } from './explanation.ts';

/** Returns text such as `1 of 2`. */
export function doneOf(done: number, total: number): string {
  return l10n.t({
    message: '{0} of {1}',
    args: [done, total],
    comment: ['{0} and {1} are numbers of objects, such as nodes. Shown in the Clusters view. Keep it short.'],
  });
}

/** Returns the state of an operator or peer pods part. For a healthy part, returns `ready`. */
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

/** Returns in one or two words why there is no evidence. */
export function missingWord(missing: Missing): string {
  switch (missing) {
    case 'none':
      return l10n.t({
        message: 'None',
        args: [],
        comment: ["The state of an object that doesn't exist on the cluster."],
      });
    case 'notCollected':
      return l10n.t`Not collected`;
    default:
      return l10n.t`No permission`;
  }
}
