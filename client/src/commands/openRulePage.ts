import * as l10n from '@vscode/l10n';
import { commands, workspace } from 'vscode';
import type { ExtensionCommand } from './command.ts';

/**
 * Opens the rendered page of a rule from the files of the extension. The Quick Fix "Explain osc/..." runs this command.
 */
export const openRulePage: ExtensionCommand = {
  id: 'osc.rule.openPage',
  title: 'Open Rule Documentation',
  palette: false,
  needs: 'nothing',
  async run({ shipped }, rule) {
    // The name becomes part of a path, and any extension or keybinding can run this command.
    if (typeof rule !== 'string' || !/^[a-z0-9-]+$/.test(rule)) throw new Error(l10n.t`Unknown rule.`);
    const page = shipped('docs', 'rules', `${rule}.md`);
    await workspace.fs.stat(page).then(undefined, () => {
      throw new Error(l10n.t`No page found for rule "${rule}".`);
    });
    await commands.executeCommand('markdown.showPreviewToSide', page);
  },
};
