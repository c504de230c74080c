import * as l10n from '@vscode/l10n';
import { languages, window, workspace } from 'vscode';
import type { ExtensionCommand } from './command.ts';
import { openRulePage } from './openRulePage.ts';

/**
 * Shows the page of the rule that has a finding at the cursor. Otherwise, asks the user to select a rule. Available in
 * the Command Palette.
 */
export const explainRule: ExtensionCommand = {
  id: 'osc.rule.explain',
  title: 'Explain Rule...',
  needs: 'nothing',
  async run(services) {
    const here = rulesAtCursor();
    const chosen =
      here.length === 1
        ? here[0]
        : await ask(here.length > 0 ? here : await allRules(services.shipped('docs', 'rules')));
    if (chosen !== undefined) await openRulePage.run(services, chosen);
  },
};

function rulesAtCursor(): string[] {
  const editor = window.activeTextEditor;
  if (editor === undefined) return [];
  const found = languages
    .getDiagnostics(editor.document.uri)
    .filter(({ range }) => range.contains(editor.selection.active));
  const names = found
    .map(({ code }) => String(typeof code === 'object' ? code.value : code))
    .filter((name) => name.startsWith('osc/'));
  return [...new Set(names.map((name) => name.slice('osc/'.length)))];
}

async function allRules(folder: Parameters<typeof workspace.fs.readDirectory>[0]): Promise<string[]> {
  const pages = await workspace.fs.readDirectory(folder);
  return pages.map(([name]) => name.replace(/\.md$/, '')).filter((name) => name !== 'README');
}

async function ask(rules: readonly string[]): Promise<string | undefined> {
  return window.showQuickPick(rules, {
    title: l10n.t`Explain Rule`,
    placeHolder: l10n.t`Rule name, shown after osc/ in the Problems view`,
  });
}
