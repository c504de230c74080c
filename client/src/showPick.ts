/** The quick pick, for lists in which names of others stand. */
import { window, type QuickPickItem, type QuickPickOptions } from 'vscode';
import { visible } from '../../core/spelledOut.ts';
import { visibleItem } from './visibleLabels.ts';

/** Shows the list and returns the item itself that the user chooses; undefined if the user gives up. */
export async function showPick<T extends QuickPickItem>(items: readonly T[], options: QuickPickOptions): Promise<T | undefined> {
  return (await window.showQuickPick(shownOf(items), textsOf(options)))?.given;
}

/** Shows the list and returns the items themselves that the user chooses; undefined if the user gives up. */
export async function showPickMany<T extends QuickPickItem>(items: readonly T[], options: QuickPickOptions): Promise<readonly T[] | undefined> {
  const chosen = await window.showQuickPick(shownOf(items), { ...textsOf(options), canPickMany: true });
  return chosen?.map(({ given }) => given);
}

function shownOf<T extends QuickPickItem>(items: readonly T[]): (QuickPickItem & { readonly given: T })[] {
  return items.map((given) => ({ ...visibleItem<QuickPickItem>(given), given }));
}

function textsOf(options: QuickPickOptions): QuickPickOptions {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title === undefined ? {} : { title: visible(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: visible(placeHolder) }),
  };
}
