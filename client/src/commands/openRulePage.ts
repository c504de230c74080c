import * as l10n from '@vscode/l10n';
import { commands, workspace } from 'vscode';
import type { ExtensionCommand } from './command.ts';

/** Behind the quick fix "Explain osc/...": the rule's page, rendered, from the files that come with the extension. */
export const openRulePage: ExtensionCommand = {
  id: 'osc.rule.openPage',
  title: 'Open the Page of a Rule',
  palette: false,
  needs: 'nothing',
  async run({ shipped }, rule) {
    // The name becomes part of a path, and anybody may run a command.
    if (typeof rule !== 'string' || !/^[a-z0-9-]+$/.test(rule)) throw new Error(l10n.t`Unknown rule.`);
    const page = shipped('docs', 'rules', `${rule}.md`);
    await workspace.fs.stat(page).then(undefined, () => {
      throw new Error(l10n.t`No page found for rule "${rule}".`);
    });
    await commands.executeCommand('markdown.showPreviewToSide', page);
  },
};
