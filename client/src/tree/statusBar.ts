/** Shows the status item, and messages about what was watched. The decisions are in status.ts and notice.ts. */
import { MarkdownString, StatusBarAlignment, window, type Disposable, type StatusBarItem } from 'vscode';
import type { StatusItem } from './status.ts';

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
      item.text = status.text;
      item.tooltip = new MarkdownString(status.tooltip);
      item.accessibilityInformation = { label: status.accessibility };
      item.command = 'osc.clusters.show';
      item.show();
    },
    dispose: () => item?.dispose(),
  };
}
