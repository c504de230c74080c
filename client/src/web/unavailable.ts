/**
 * What there is not in a browser: the views say why, and each of its commands gives one message. Nothing is contacted,
 * started or thrown.
 */
import * as l10n from '@vscode/l10n';
import { commands, window, type Disposable, type TreeDataProvider } from 'vscode';
import { getList, getString } from '#core/common/json.ts';
import type { Notify } from '../vscode/notify.ts';
import { viewIds } from '../tree/viewIds.ts';

/** Why, for messages and errors. @param what it is that needs a machine, by its title */
export function describeUnavailable(what?: string): string {
  return what === undefined
    ? l10n.t`This feature requires VS Code on a computer. In a browser, an extension can't connect to clusters, run commands, or access files on disk. File checks also work in a browser.`
    : l10n.t`${what} requires VS Code on a computer. In a browser, an extension can't connect to clusters, run commands, or access files on disk. File checks also work in a browser.`;
}

/**
 * Registers the commands that package.json contributes and this half has not, so that a menu or the palette leads to an
 * answer.
 */
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
 * The ids and titles of the commands of a manifest; what says that a command asks something is left out of the title.
 */
function contributed(manifest: unknown): readonly { readonly id: string; readonly title: string | undefined }[] {
  return getList(manifest, 'contributes', 'commands').flatMap((command) => {
    const [id, title] = [getString(command, 'command'), getString(command, 'title')];
    return id === undefined
      ? []
      : [{ id, title: title === undefined ? undefined : `"${title.replace(/(?:\.\.\.|…)$/, '')}"` }];
  });
}

/** Views without rows: then VS Code shows their welcome text, which says why (`viewsWelcome` in package.json). */
export function absentViews(): readonly Disposable[] {
  const empty: TreeDataProvider<never> = { getTreeItem: (element) => element, getChildren: () => [] };
  commands.executeCommand('setContext', 'osc.web', true).then(undefined, () => undefined);
  return Object.values(viewIds).map((id) => window.registerTreeDataProvider(id, empty));
}
