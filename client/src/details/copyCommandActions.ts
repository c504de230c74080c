/** Creates the buttons that copy the commands of a next step. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { DetailAction, DetailPage } from './detailPage.ts';

/** Matches a command in backquotes. */
const codeSpan = /`((?:oc|kubectl) [^`\n]{1,1000})`/g;

/** Maximum number of buttons. */
const mostCommands = 3;

/**
 * Adds a button for each command that the next step of a page tells the user to run, after the primary button. Each
 * button copies one command, so that a paste into a terminal never runs a second one. Omits `oc logs`, because the page
 * has a button that shows the logs.
 */
export function withCopyCommandActions(page: DetailPage): DetailPage {
  const commands = new Set(
    [...(page.todo ?? '').matchAll(codeSpan)]
      .map(([, command = '']) => command)
      .filter((command) => !command.startsWith('oc logs ')),
  );
  if (commands.size === 0) return page;
  const label = commands.size === 1 ? () => l10n.t`Copy Command` : (command: string) => l10n.t`Copy ${start(command)}`;
  const copies = [...commands].slice(0, mostCommands).map((command): DetailAction => {
    const text = label(command);
    return { label: text, name: `${text}: ${command}`, effect: { kind: 'copy', text: command } };
  });
  const primary = page.actions.filter((action) => action.primary === true);
  const others = page.actions.filter((action) => action.primary !== true);
  return { ...page, actions: [...primary, ...copies, ...others] };
}

/** Returns the command without its options, such as `oc delete daemonset web`. */
function start(command: string): string {
  const words = command.split(' ');
  const options = words.findIndex((word) => word.startsWith('-'));
  return words.slice(0, Math.min(options < 0 ? words.length : options, 4)).join(' ');
}
