/**
 * Explains which Kata runtime classes exist, from objects or from `oc get runtimeclass`. Source:
 * domain/01-kataconfig.md 1.8; OSC 1.12 §3.3.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig as docs } from '../../product/docSections.ts';
import type { Explanation } from '../../status/explanation.ts';
import { joinSentences, selectPlural } from '../../text/grammar.ts';
import { formatNames } from '../../text/phrases.ts';

/** Explains a list of Kata runtime classes. The list is empty if the text contains only other runtime classes. */
export function explainRuntimeClasses(names: readonly string[]): Explanation {
  const [local, remote] = [names.includes('kata'), names.includes('kata-remote')];
  const todo = l10n.t('To check the installation, run `oc get kataconfig`.');
  if (names.length === 0)
    return {
      health: 'attention',
      headline: l10n.t`No Kata runtime class`,
      meaning: l10n.t`The list contains no Kata runtime class, so no pod can use Kata.`,
      next: l10n.t`The operator creates the runtime classes at the end of the installation, after Kata is installed on all nodes.`,
      todo,
      docs,
    };
  const all = formatNames(names, 6);
  return {
    health: 'ok',
    headline: formatNames(names, 6),
    meaning: joinSentences(
      selectPlural(
        names.length,
        l10n.t`This Kata runtime class exists: ${all}.`,
        l10n.t`These Kata runtime classes exist: ${all}.`,
      ),
      l10n.t`A pod whose VM runs on the node needs runtimeClassName: kata. A peer pod needs runtimeClassName: kata-remote.`,
      ...(remote ? [] : [l10n.t`The runtime class kata-remote is missing, so peer pods can't be created.`]),
      ...(local
        ? []
        : [l10n.t`The runtime class kata is missing, so pods whose VM runs on the node can't be created.`]),
    ),
    ...(remote && local ? {} : { todo }),
    docs,
  };
}
