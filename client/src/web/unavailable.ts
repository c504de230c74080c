/**
 * Handles features that aren't available in a browser. Their views explain the reason, and each of their commands shows
 * a message instead of running.
 */
import * as l10n from '@vscode/l10n';
import { commands, window, type Disposable, type TreeDataProvider } from 'vscode';
import { getList, getString } from '#core/common/json.ts';
import type { Notify } from '../vscode/notify.ts';
import { viewIds } from '../tree/viewIds.ts';

/**
 * Returns the explanation for messages and errors.
 * @param what title of the feature that needs a computer
 */
export function describeUnavailable(what?: string): string {
  return what === undefined
    ? l10n.t`This feature requires the desktop version of VS Code. In a browser, an extension can't connect to clusters, run commands, or access files on disk. However, file checks work in a browser.`
    : l10n.t`${what} requires the desktop version of VS Code. In a browser, an extension can't connect to clusters, run commands, or access files on disk. However, file checks work in a browser.`;
}

/** Registers the commands in package.json that don't work in a browser, so that they show a message. */
export function registerUnavailableCommands(
  manifest: unknown,
  present: ReadonlySet<string>,
  notify: Notify,
): readonly Disposable[] {
  return contributed(manifest)
    .filter(({ id }) => !present.has(id))
    .map(({ id, title }) =>
      commands.registerCommand(id, () => {
        notify.tell('info', describeUnavailable(title)).then(undefined, () => undefined);
      }),
    );
}

/**
 * Returns the IDs and titles of the commands in a manifest. Removes the trailing periods of titles that ask for input.
 */
function contributed(manifest: unknown): readonly { readonly id: string; readonly title: string | undefined }[] {
  return getList(manifest, 'contributes', 'commands').flatMap((command) => {
    const [id, title] = [getString(command, 'command'), getString(command, 'title')];
    return id === undefined
      ? []
      : [{ id, title: title === undefined ? undefined : `"${title.replace(/(?:\.\.\.|…)$/, '')}"` }];
  });
}

/**
 * Registers views without rows, so that VS Code shows their welcome text with the explanation (`viewsWelcome` in
 * package.json).
 */
export function absentViews(): readonly Disposable[] {
  const empty: TreeDataProvider<never> = { getTreeItem: (element) => element, getChildren: () => [] };
  commands.executeCommand('setContext', 'osc.web', true).then(undefined, () => undefined);
  return Object.values(viewIds).map((id) => window.registerTreeDataProvider(id, empty));
}
