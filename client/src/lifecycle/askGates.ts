/** Asks before something is done on a cluster: what comes of it in a dialog, and then the cluster's name where it is worth that. */
import * as l10n from '@vscode/l10n';
import type { Gate } from '../../../core/lifecycle/procedure.ts';
import type { Notify } from '../notify.ts';
import { showInput } from '../showInput.ts';
import { confirmsName } from '../visibleLabels.ts';
import { questionOf } from './gateText.ts';

/** @param title what is done, an order: it is what the button says @param whole it is all that is done, not only what comes next */
export async function askGates(notify: Notify, title: string, context: string, gates: readonly Gate[], whole: boolean): Promise<boolean> {
  const { message, detail, typed } = questionOf(title, context, gates, whole);
  if (!(await notify.confirm(message, detail, title))) return false;
  for (const word of typed) {
    const answer = await showInput({
      title: l10n.t`${title} on ${context}`,
      prompt: l10n.t`Type ${word} to confirm`,
      placeHolder: word,
      ignoreFocusOut: true,
      validateInput: (text) => (confirmsName(text, word) ? undefined : l10n.t`This is not ${word}. Nothing was sent yet.`),
    });
    if (answer === undefined || !confirmsName(answer, word)) return false;
  }
  return true;
}
