/**
 * Explains a row of `oc get kataconfig`. Its columns are the InProgress condition, readyNodeCount, and nodeCount.
 * Source: OP8 api/v1/kataconfig_types.go (`printcolumn`).
 */
import * as l10n from '@vscode/l10n';
import { statusMessages as docs } from '../../product/docSections.ts';
import type { Explanation } from '../../status/explanation.ts';
import { joinSentences } from '../../text/grammar.ts';

export interface KataConfigRow {
  readonly name: string;
  /** `True`, `False`, or `Unknown`. */
  readonly inProgress: string;
  /** Number of nodes with Kata, and number of all nodes. Undefined if the text doesn't contain the column. */
  readonly done?: number | undefined;
  readonly total?: number | undefined;
}

export function explainKataConfigRow({ name, inProgress, done, total }: KataConfigRow): Explanation {
  const counts =
    done === undefined || total === undefined || total === 0
      ? ''
      : l10n.t`Kata is installed on ${done} of ${total} nodes.`;
  const details = l10n.t('For the reason and the node lists, run `oc get kataconfig {0} -o yaml`.', name);
  if (inProgress === 'True')
    return {
      health: 'busy',
      headline:
        total === undefined || total === 0
          ? l10n.t`In progress`
          : l10n.t`In progress: ${done ?? 0} of ${total} nodes done`,
      meaning: joinSentences(
        l10n.t`An installation, an update, or an uninstall is in progress, or a node failed. The table doesn't show which of these applies.`,
        counts,
      ),
      next: l10n.t`If no node failed, the nodes are drained, configured, and rebooted one after another.`,
      todo: details,
      docs,
    };
  if (inProgress !== 'False')
    return {
      health: 'unknown',
      headline: l10n.t`State unknown`,
      meaning: joinSentences(l10n.t`The operator hasn't reported the InProgress condition yet.`, counts),
      todo: details,
      docs,
    };
  if (total === undefined || done === undefined)
    return {
      health: 'unknown',
      headline: l10n.t`No operation in progress`,
      meaning: joinSentences(
        l10n.t`No operation is in progress.`,
        l10n.t`The table doesn't show how many nodes have Kata.`,
      ),
      todo: details,
      docs,
    };
  if (total > 0 && done === total)
    return {
      health: 'ok',
      headline: l10n.t`Installed on ${done} of ${total} nodes`,
      meaning: joinSentences(l10n.t`No operation is in progress.`, counts),
      todo: l10n.t('Check that the runtime classes exist: `oc get runtimeclass`.'),
      docs,
    };
  return {
    health: 'attention',
    headline: l10n.t`Incomplete, no operation in progress`,
    meaning: joinSentences(
      counts,
      l10n.t`No operation is in progress. Either no node is selected, the operator hasn't counted the nodes yet, or pods that use Kata are blocking the uninstall.`,
    ),
    todo: details,
    docs,
  };
}
