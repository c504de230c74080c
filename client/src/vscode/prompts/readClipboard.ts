/** Reads the clipboard, and asks for the text in another way if that isn't possible. Doesn't use VS Code. */
import type { Clock } from '#client/kubernetes/clock.ts';

/**
 * Time to wait for the clipboard, in milliseconds. If a browser denies access, VS Code shows its own error, which
 * extensions can't suppress, and responds only after the user closes that error.
 */
const longestWait = 2000;

export interface ClipboardParts<T> {
  readonly read: () => PromiseLike<string>;
  /** Asks for the text in another way. The signal is aborted if the clipboard becomes readable in the meantime. */
  readonly askInstead: (signal: AbortSignal) => Promise<T>;
  readonly clock: Pick<Clock, 'after'>;
}

export type ClipboardText<T> = { readonly copied: string } | { readonly instead: T };

/** Returns the text of the clipboard. If it's empty or can't be read, returns what the user provides instead. */
export async function readClipboard<T>({ read, askInstead, clock }: ClipboardParts<T>): Promise<ClipboardText<T>> {
  const copied = textOf(read);
  const text = await new Promise<string | undefined>((resolve) => {
    const cancel = clock.after(longestWait, () => resolve(undefined));
    void copied.then((found) => {
      cancel();
      resolve(found);
    });
  });
  if (text !== undefined) return { copied: text };
  const asking = new AbortController();
  const instead = askInstead(asking.signal).then((answer): ClipboardText<T> => ({ instead: answer }));
  // The user can still grant access, because the error of VS Code offers to retry.
  const late = copied.then((found): ClipboardText<T> | Promise<ClipboardText<T>> =>
    found === undefined ? instead : { copied: found },
  );
  const first = await Promise.race([instead, late]);
  if ('copied' in first) asking.abort();
  return first;
}

async function textOf(read: () => PromiseLike<string>): Promise<string | undefined> {
  try {
    const text = await read();
    return text.trim() === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
