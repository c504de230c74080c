/**
 * The input box, and progress in a message, for texts in which names of others stand: VS Code makes links of
 * `[words](command:...)` in both, and runs them.
 */
import { ProgressLocation, window, type CancellationToken, type InputBoxOptions } from 'vscode';
import { sanitizeLabel, sanitizeMessage, sanitizePrompt } from '#core/text/sanitize.ts';

export interface InputOptions extends Omit<InputBoxOptions, 'prompt' | 'validateInput'> {
  readonly prompt: string;
  /** What is wrong with it, as a sentence. */
  readonly validateInput?: (text: string) => string | undefined;
}

/** Undefined: the user gave up. */
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
 * Says how far it is.
 * @param message in words; undefined: as before
 * @param part of the whole that has come since, in hundredths; undefined: it is not known
 */
export type SayProgress = (message?: string, part?: number) => void;

/** @param cancellable whether it has a button to give it up */
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
