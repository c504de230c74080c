/** Formats the number of ready pods of a workload. */
import * as l10n from '@vscode/l10n';

/** Returns text such as `1 of 2 ready`. */
export function formatReady(ready: number, desired: number): string {
  return l10n.t({
    message: '{0} of {1} ready',
    args: [ready, desired],
    comment: ['The number of ready pods of a workload: "1 of 2 ready".'],
  });
}
