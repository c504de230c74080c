import * as l10n from '@vscode/l10n';
import { commands, workspace } from 'vscode';
import { sanitizeLine } from '#core/text/sanitize.ts';
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
    const name = typeof rule === 'string' ? rule : '';
    const missing = (): Error => new Error(l10n.t`No page found for rule "${sanitizeLine(name, 80)}".`);
    // The name becomes part of a path, and any extension or keybinding can run this command.
    if (!/^[a-z0-9-]+$/.test(name)) throw missing();
    const page = shipped('docs', 'rules', `${name}.md`);
    await workspace.fs.stat(page).then(undefined, () => {
      throw missing();
    });
    await commands.executeCommand('markdown.showPreviewToSide', page);
  },
};
