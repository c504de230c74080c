/** Shows the status bar item of the open clusters. statusItem.ts decides what it shows. */
import { MarkdownString, StatusBarAlignment, window, type Disposable, type StatusBarItem } from 'vscode';
import { sanitizeLabel, sanitizeLines } from '#core/text/sanitize.ts';
import type { StatusItem } from './statusItem.ts';

export interface StatusBar extends Disposable {
  show(item: StatusItem | undefined): void;
}

export function createStatusBar(): StatusBar {
  let item: StatusBarItem | undefined;
  return {
    show(status) {
      if (status === undefined) {
        item?.dispose();
        item = undefined;
        return;
      }
      item ??= window.createStatusBarItem('osc.clusters', StatusBarAlignment.Left);
      item.name = 'OpenShift Sandboxed Containers';
      item.text = sanitizeLabel(status.text);
      item.tooltip = new MarkdownString(sanitizeLines(status.tooltip));
      item.accessibilityInformation = { label: sanitizeLabel(status.accessibility) };
      const { command } = status;
      item.command =
        command === undefined
          ? 'osc.clusters.show'
          : { command: command.id, title: sanitizeLabel(status.text), arguments: [...command.arguments] };
      item.show();
    },
    dispose: () => item?.dispose(),
  };
}
