/** The one place that shows messages: each reaches the user once, with the next step. */
import { window } from 'vscode';
import type { Log } from './log.ts';

export interface Notify {
  /** Something failed. The details go to the log, which the user is offered. */
  error(message: string, cause?: unknown): void;
  /** Something has happened that is worth a message. Gives what the user chose. */
  tell<Choice extends string>(kind: 'info' | 'warning', message: string, ...choices: readonly Choice[]): Promise<Choice | undefined>;
  /** Asks before something is done; nothing else can be done meanwhile. @param yes what the button says */
  confirm(message: string, detail: string, yes: string): Promise<boolean>;
}

export function createNotify(log: Log): Notify {
  return {
    error(message, cause) {
      log.error(message, cause);
      window.showErrorMessage(message, 'Show Log').then(
        (chosen) => {
          if (chosen === 'Show Log') log.show();
        },
        () => undefined,
      );
    },
    async tell(kind, message, ...choices) {
      return kind === 'info' ? window.showInformationMessage(message, ...choices) : window.showWarningMessage(message, ...choices);
    },
    async confirm(message, detail, yes) {
      return (await window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
    },
  };
}
