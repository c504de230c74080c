/** Asks for several items of a list, which steps.ts doesn't. */
import type { QuickPickItem } from 'vscode';
import { showPickMany } from './showPick.ts';

export interface MultiSelectQuestion {
  readonly title: string;
  readonly placeHolder: string;
  readonly items: readonly (QuickPickItem & { readonly value: string })[];
}

/** Those that were chosen; undefined: the user gave up. `picked` of an item says that it is at first. */
export async function askMany({
  title,
  placeHolder,
  items,
}: MultiSelectQuestion): Promise<readonly string[] | undefined> {
  const chosen = await showPickMany(items, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true });
  return chosen?.map(({ value }) => value);
}
