/** The one place that shows messages: each reaches the user once, with the next step. */
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
  /** Something has happened that is worth a message. Gives what the user chose. */
  tell<Choice extends string>(
    kind: 'info' | 'warning',
    message: string,
    ...choices: readonly Choice[]
  ): Promise<Choice | undefined>;
  /** Asks for a choice in a modal dialog. Returns the choice; undefined if the user cancels. */
  choose<Choice extends string>(
    message: string,
    detail: string,
    ...choices: readonly Choice[]
  ): Promise<Choice | undefined>;
  /** Asks before something is done; nothing else can be done meanwhile. @param yes what the button says */
  confirm(message: string, detail: string, yes: string): Promise<boolean>;
}

/** Whatever is said may hold names and texts of clusters: it is shown as text, never as a link. */
export function createNotify(log: Log): Notify {
  return {
    error(message, cause) {
      log.error(message, cause);
      const showLog = { title: l10n.t`Show Log`, run: async () => log.show() };
      const offered = logHasMore(message, cause) ? [showLog] : solutionsOf(cause);
      const items = offered.map((solution) => ({ title: sanitizeMessage(solution.title), solution }));
      const shown = window.showErrorMessage(sanitizeMessage(message), ...items);
      const failed = (error: unknown): void => log.error('an action of a message failed', error);
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
