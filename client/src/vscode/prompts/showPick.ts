/** Shows quick picks whose items can contain untrusted names. */
import { window, type QuickPickItem, type QuickPickOptions } from 'vscode';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { visibleItem } from '../visibleLabels.ts';

/** Shows the list and returns the original item that the user selects, or undefined if the user cancels. */
export async function showPick<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
): Promise<T | undefined> {
  return (await window.showQuickPick(shownOf(items), textsOf(options)))?.given;
}

/** Shows the list and returns the original items that the user selects, or undefined if the user cancels. */
export async function showPickMany<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
): Promise<readonly T[] | undefined> {
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
    ...(title === undefined ? {} : { title: sanitizeLabel(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: sanitizeLabel(placeHolder) }),
  };
}
