/** Several of a list, and what is written without being shown: questions that steps.ts does not ask. */
import type { QuickPickItem } from 'vscode';
import { showInput } from '../showInput.ts';
import { showPickMany } from '../showPick.ts';

export interface ManyQuestion {
  readonly title: string;
  readonly placeHolder: string;
  readonly items: readonly (QuickPickItem & { readonly value: string })[];
}

/** Those that were chosen; undefined: the user gave up. `picked` of an item says that it is at first. */
export async function askMany({ title, placeHolder, items }: ManyQuestion): Promise<readonly string[] | undefined> {
  const chosen = await showPickMany(items, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true });
  return chosen?.map(({ value }) => value);
}

/** Shows dots. @param check what is wrong with it, as a sentence @returns undefined: the user gave up */
export function askHidden(title: string, prompt: string, check: (text: string) => string | undefined): Thenable<string | undefined> {
  return showInput({ title, prompt, password: true, ignoreFocusOut: true, validateInput: check });
}
