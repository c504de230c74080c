/**
 * Sets the context key `osc.agentPolicy` while the active tab shows an agent policy. Menus use the key, so that the
 * extension adds no entries to other Rego and TOML files or to pages.
 */
import { commands, Disposable, TabInputText, TabInputTextDiff, window, workspace, type TextDocument } from 'vscode';
import { containsPolicy } from './containsPolicy.ts';

export function followAgentPolicy(): Disposable {
  let lastValue: boolean | undefined;
  const update = () => {
    const document = activeDocument();
    const value = document !== undefined && containsPolicy(document);
    if (value === lastValue) return;
    lastValue = value;
    commands.executeCommand('setContext', 'osc.agentPolicy', value).then(undefined, () => undefined);
  };
  update();
  return Disposable.from(
    window.onDidChangeActiveTextEditor(update),
    // A page, such as a webview or the walkthrough, can become active without changing the active text editor.
    window.tabGroups.onDidChangeTabs(update),
    window.tabGroups.onDidChangeTabGroups(update),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === activeDocument()) update();
    }),
  );
}

/** Returns the document in the active tab, or undefined if the tab doesn't show text. */
function activeDocument(): TextDocument | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    input instanceof TabInputText ? input.uri : input instanceof TabInputTextDiff ? input.modified : undefined;
  if (uri === undefined) return undefined;
  const name = uri.toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === name);
}
