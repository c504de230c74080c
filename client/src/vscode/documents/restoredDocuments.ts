/**
 * Closes pages that VS Code restores after a reload although their text is lost, such as a plan. Otherwise, VS Code
 * would show an error in them. Part of the startup bundle.
 */
import { TabInputTextDiff, TabInputWebview, window, type Memento, type Tab } from 'vscode';

/**
 * Schemes of documents that exist until the window closes. The rules don't check these documents, because one side of a
 * comparison isn't a manifest.
 */
export type TextScheme = 'osc-shown' | 'osc-edge' | 'osc-gather-review' | 'osc-pod-policy' | 'osc-releases';

export interface RestoredTexts {
  /** Stores the name of a Markdown document, because the tab of its preview has no URI. */
  remember(name: string): void;
}

const key = 'osc.shownTexts';
const most = 60;

/**
 * Closes the restored pages.
 * @param kept state of the workspace
 */
export function closeRestoredTexts(kept: Memento): RestoredTexts {
  const before = kept.get<unknown>(key);
  let names: readonly string[] = Array.isArray(before) ? before.filter((name) => typeof name === 'string') : [];
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => isRestored(tab, names));
  const store = (next: readonly string[]): void => {
    names = next;
    kept.update(key, next).then(undefined, () => undefined);
  };
  if (tabs.length > 0) window.tabGroups.close(tabs).then(undefined, () => undefined);
  if (names.length > 0) store([]);
  return {
    remember(name) {
      if (!names.includes(name)) store([...names, name].slice(-most));
    },
  };
}

function isRestored({ input, label }: Tab, names: readonly string[]): boolean {
  if (input instanceof TabInputTextDiff) return input.original.scheme === ('osc-shown' satisfies TextScheme);
  return (
    input instanceof TabInputWebview &&
    input.viewType.endsWith('markdown.preview') &&
    names.some((name) => label.includes(name))
  );
}
