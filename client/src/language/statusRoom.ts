/** Explains a status that the user has at hand. Part of what is loaded with the language server, which is asked. */
import * as l10n from '@vscode/l10n';
import { window, type Disposable } from 'vscode';
import { markdownCode } from '../../../core/live/markdownText.ts';
import { explainStatusRequest, type ExplainStatus } from '../../../server/src/protocol.ts';
import { ShownTexts } from '../lifecycle/shownTexts.ts';
import { canReadClipboard, clipboardText } from '../clipboard.ts';
import type { Notify } from '../notify.ts';
import { showInput } from '../showInput.ts';
import type { Language } from './language.ts';

export interface StatusRoom extends Disposable {
  /** What is selected; where nothing is, a status in the clipboard; otherwise one that is typed. It says which of them it took. */
  explain(): Promise<void>;
}

/** Longer texts are answers with hundreds of resources; the server looks at as much. */
const longest = 2_000_000;

export function createStatusRoom({ language, notify }: { readonly language: Pick<Language, 'ask'>; readonly notify: Notify }): StatusRoom {
  const texts = new ShownTexts('osc-status');
  const ask = (text: string, from: string): Promise<ExplainStatus> => language.ask(explainStatusRequest, { text, from });
  const show = ({ markdown }: ExplainStatus): Promise<void> => texts.markdownBeside(l10n.t`Explained status`, markdown);
  const explainTyped = async (prompt: string): Promise<void> => {
    const text = await showInput({
      title: l10n.t`Explain Status`,
      prompt,
      placeHolder: '{Failed, [Balance, ResourceCleanupFailed]}',
      ignoreFocusOut: true,
    });
    if (text !== undefined && text.trim() !== '') await show(await ask(text, l10n.t`Taken from what was typed.`));
  };
  return {
    async explain() {
      const selected = selectedText();
      if (selected !== undefined) {
        await show(await ask(selected.text, l10n.t`Taken from the selection in ${markdownCode(selected.name)}.`));
        return;
      }
      const copied = (await clipboardText()).slice(0, longest);
      const isEmpty = copied.trim() === '';
      const answer = isEmpty ? undefined : await ask(copied, l10n.t`Taken from the clipboard: nothing was selected.`);
      if (answer?.found !== true) {
        await explainTyped(
          !canReadClipboard()
            ? l10n.t`Nothing is selected. Type or paste a status.`
            : isEmpty
              ? l10n.t`Nothing is selected, and the clipboard is empty: type or paste a status.`
              : l10n.t`Nothing is selected, and the clipboard holds no status: type or paste a status.`,
        );
        return;
      }
      await show(answer);
      // Who meant something else is not kept waiting by a question to everybody.
      const typeInstead = l10n.t({ message: 'Type One...', args: [], comment: ['A button: another status is typed.'] });
      const chosen = await notify.tell('info', l10n.t`Explained the status in the clipboard, because nothing is selected.`, typeInstead);
      if (chosen === typeInstead) await explainTyped(l10n.t`Instead of what is in the clipboard: type or paste a status.`);
    },
    dispose() {
      texts.dispose();
    },
  };
}

function selectedText(): { readonly text: string; readonly name: string } | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selections } = editor;
  const text = selections
    .map((selection) => document.getText(selection))
    .join('\n')
    .slice(0, longest);
  return text.trim() === '' ? undefined : { text, name: document.uri.path.split('/').at(-1) ?? '' };
}
