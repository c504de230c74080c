/** The input box, and progress in a message, for texts in which names of others stand: VS Code makes links of `[words](command:...)` in both, and runs them. */
import { ProgressLocation, window, type CancellationToken, type InputBoxOptions } from 'vscode';
import { messageText } from './messageText.ts';

export interface InputOptions extends Omit<InputBoxOptions, 'prompt' | 'validateInput'> {
  readonly prompt: string;
  /** What is wrong with it, as a sentence. */
  readonly validateInput?: (text: string) => string | undefined;
}

/** Undefined: the user gave up. */
export function showInput({ prompt, validateInput, ...options }: InputOptions): Thenable<string | undefined> {
  const wrong = (text: string): string | undefined => {
    const said = validateInput?.(text);
    return said === undefined ? undefined : messageText(said);
  };
  return window.showInputBox({ ...options, prompt: messageText(prompt), validateInput: wrong });
}

/** @param cancellable whether it has a button to give it up */
export function showProgress<T>(title: string, work: (cancelled: CancellationToken) => Thenable<T>, cancellable = false): Thenable<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title: messageText(title), cancellable }, (_progress, cancelled) => work(cancelled));
}
