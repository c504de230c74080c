/** Asks for several items of a list, which askSteps.ts doesn't support. */
import type { QuickPickItem } from 'vscode';
import { showPickMany } from './showPick.ts';

export interface MultiSelectQuestion {
  readonly title: string;
  readonly placeHolder: string;
  readonly items: readonly (QuickPickItem & { readonly value: string })[];
}

/** Returns the selected values, or undefined if the user cancels. Items with `picked` are initially selected. */
export async function askMany({
  title,
  placeHolder,
  items,
}: MultiSelectQuestion): Promise<readonly string[] | undefined> {
  const chosen = await showPickMany(items, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true });
  return chosen?.map(({ value }) => value);
}
