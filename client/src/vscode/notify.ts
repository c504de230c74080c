/** Shows messages. All messages go through this module, so that each is shown once and with the next step. */
import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import type { Log } from './log.ts';
import { sanitizeDetail, sanitizeMessage } from '#core/text/sanitize.ts';
import { logHasMore, solutionsOf } from './solvableError.ts';

export interface Notify {
  /**
   * Shows an error and logs it with its cause. Offers its solutions (`SolvableError`), or the log if it contains more
   * than the message.
   */
  error(message: string, cause?: unknown): void;
  /** Shows a message. Returns the button that the user selected. */
  tell<Choice extends string>(
    kind: 'info' | 'warning',
    message: string,
    ...choices: readonly Choice[]
  ): Promise<Choice | undefined>;
  /** Asks for a choice in a modal dialog. Returns the choice, or undefined if the user cancels. */
  choose<Choice extends string>(
    message: string,
    detail: string,
    ...choices: readonly Choice[]
  ): Promise<Choice | undefined>;
  /**
   * Asks for confirmation in a modal dialog.
   * @param yes label of the button
   */
  confirm(message: string, detail: string, yes: string): Promise<boolean>;
}

/**
 * Creates the notifier. Messages can contain names and text from clusters, so they're shown as plain text, never as
 * links.
 */
export function createNotify(log: Log): Notify {
  return {
    error(message, cause) {
      log.error(message, cause);
      const showLog = { title: l10n.t`Show Log`, run: async () => log.show() };
      const offered = logHasMore(message, cause) ? [showLog] : solutionsOf(cause);
      const items = offered.map((solution) => ({ title: sanitizeMessage(solution.title), solution }));
      const shown = window.showErrorMessage(sanitizeMessage(message), ...items);
      const failed = (error: unknown): void => log.error('A notification action failed', error);
      shown
        .then(
          (chosen) => chosen?.solution.run(),
          () => undefined,
        )
        .then(undefined, failed);
    },
    async tell(kind, message, ...choices) {
      const shown = choices.map(sanitizeMessage);
      const text = sanitizeMessage(message);
      const chosen = await (kind === 'info'
        ? window.showInformationMessage(text, ...shown)
        : window.showWarningMessage(text, ...shown));
      return chosen === undefined ? undefined : choices[shown.indexOf(chosen)];
    },
    async choose(message, detail, ...choices) {
      const shown = choices.map(sanitizeMessage);
      const chosen = await window.showWarningMessage(
        sanitizeMessage(message),
        { modal: true, detail: sanitizeDetail(detail) },
        ...shown,
      );
      return chosen === undefined ? undefined : choices[shown.indexOf(chosen)];
    },
    async confirm(message, detail, yes) {
      const shown = sanitizeMessage(yes);
      return (
        (await window.showWarningMessage(
          sanitizeMessage(message),
          { modal: true, detail: sanitizeDetail(detail) },
          shown,
        )) === shown
      );
    },
  };
}
