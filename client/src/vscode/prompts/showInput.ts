/**
 * Shows input boxes and progress notifications whose texts can contain untrusted names. VS Code would turn
 * `[text](command:...)` into a link that runs a command.
 */
import { ProgressLocation, window, type CancellationToken, type InputBoxOptions } from 'vscode';
import { sanitizeLabel, sanitizeMessage, sanitizePrompt } from '#core/text/sanitize.ts';

export interface InputOptions extends Omit<InputBoxOptions, 'prompt' | 'validateInput'> {
  readonly prompt: string;
  /** Returns the validation error as a sentence. */
  readonly validateInput?: (text: string) => string | undefined;
}

/** Shows an input box. Returns undefined if the user cancels. */
export function showInput({ prompt, validateInput, ...options }: InputOptions): Thenable<string | undefined> {
  const wrong = (text: string): string | undefined => {
    const said = validateInput?.(text);
    return said === undefined ? undefined : sanitizePrompt(said);
  };
  const { title, placeHolder } = options;
  const texts = {
    ...(title === undefined ? {} : { title: sanitizeLabel(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: sanitizeLabel(placeHolder) }),
  };
  return window.showInputBox({ ...options, ...texts, prompt: sanitizePrompt(prompt), validateInput: wrong });
}

/**
 * Reports progress.
 * @param message the new message; undefined keeps the previous one
 * @param part progress since the last call in percent; undefined if it's unknown
 */
export type SayProgress = (message?: string, part?: number) => void;

/**
 * Shows a progress notification while the work runs.
 * @param cancellable whether it has a Cancel button
 */
export function showProgress<T>(
  title: string,
  work: (cancelled: CancellationToken, say: SayProgress) => Thenable<T>,
  cancellable = false,
): Thenable<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title: sanitizeMessage(title), cancellable },
    (progress, cancelled) =>
      work(cancelled, (message, increment) =>
        progress.report({
          ...(message === undefined ? {} : { message: sanitizeMessage(message) }),
          ...(increment === undefined ? {} : { increment }),
        }),
      ),
  );
}
