/** The one place that shows messages: an error reaches the user once, with the next step. */
import { window } from 'vscode';
import type { Log } from './log.ts';

export interface Notify {
  /** Something failed. The details go to the log, which the user is offered. */
  error(message: string, cause?: unknown): void;
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
  };
}
