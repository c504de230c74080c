/** The context key `osc.agentPolicy`: the file in view holds a policy for the agent. Menus ask for it, so that other Rego and TOML is left alone. */
import { commands, Disposable, window, workspace } from 'vscode';
import { holdsPolicy } from './holdsPolicy.ts';

export function followAgentPolicy(): Disposable {
  let said: boolean | undefined;
  const say = () => {
    const document = window.activeTextEditor?.document;
    // A panel takes the place of the text editor; what was said of that is still so when it comes back.
    if (document === undefined) return;
    const holds = holdsPolicy(document);
    if (holds === said) return;
    said = holds;
    commands.executeCommand('setContext', 'osc.agentPolicy', holds).then(undefined, () => undefined);
  };
  say();
  return Disposable.from(
    window.onDidChangeActiveTextEditor(say),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) say();
    }),
  );
}
