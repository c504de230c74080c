/** Describes the result of a check for the language status item. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { selectPlural } from '#core/text/grammar.ts';
import type { CheckedParams } from '#server/protocol/protocol.ts';

/** Returns text such as `no findings, 3 rules are off`. Includes the cluster that determines the release. */
export function describeChecked({
  findings,
  releaseOf,
  rulesOff = 0,
}: Pick<CheckedParams, 'findings' | 'releaseOf' | 'rulesOff'>): string {
  const count = findings === 0 ? l10n.t`no findings` : formatCount(findings, 'finding');
  const found =
    rulesOff === 0
      ? count
      : selectPlural(rulesOff, l10n.t`${count}, 1 rule turned off`, l10n.t`${count}, ${rulesOff} rules turned off`);
  return releaseOf === undefined ? found : l10n.t`release from cluster ${releaseOf}, ${found}`;
}
