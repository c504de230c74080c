/** The one place that shows messages: each reaches the user once, with the next step. */
import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import type { Log } from './log.ts';
import { detailText, messageText } from './messageText.ts';

export interface Notify {
  /** Something failed. The details go to the log, which the user is offered. */
  error(message: string, cause?: unknown): void;
  /** Something has happened that is worth a message. Gives what the user chose. */
  tell<Choice extends string>(kind: 'info' | 'warning', message: string, ...choices: readonly Choice[]): Promise<Choice | undefined>;
  /** Asks what to do, in a dialog that stays until the user answers. Returns the choice; undefined if the user cancels. */
  choose<Choice extends string>(message: string, detail: string, ...choices: readonly Choice[]): Promise<Choice | undefined>;
  /** Asks before something is done; nothing else can be done meanwhile. @param yes what the button says */
  confirm(message: string, detail: string, yes: string): Promise<boolean>;
}

/** Whatever is said may hold names and texts of clusters: it is shown as text, never as a link. */
export function createNotify(log: Log): Notify {
  return {
    error(message, cause) {
      log.error(message, cause);
      const showLog = l10n.t`Show Log`;
      window.showErrorMessage(messageText(message), showLog).then(
        (chosen) => {
          if (chosen === showLog) log.show();
        },
        () => undefined,
      );
    },
    async tell(kind, message, ...choices) {
      const shown = choices.map(messageText);
      const text = messageText(message);
      const chosen = await (kind === 'info' ? window.showInformationMessage(text, ...shown) : window.showWarningMessage(text, ...shown));
      return chosen === undefined ? undefined : choices[shown.indexOf(chosen)];
    },
    async choose(message, detail, ...choices) {
      const shown = choices.map(messageText);
      const chosen = await window.showWarningMessage(messageText(message), { modal: true, detail: detailText(detail) }, ...shown);
      return chosen === undefined ? undefined : choices[shown.indexOf(chosen)];
    },
    async confirm(message, detail, yes) {
      const shown = messageText(yes);
      return (await window.showWarningMessage(messageText(message), { modal: true, detail: detailText(detail) }, shown)) === shown;
    },
  };
}
