import { window, workspace } from 'vscode';
import type { Command } from './command.ts';
import { openRulePage } from './openRulePage.ts';

/** From the palette: asks for the rule, then shows its page. */
export const explainRule: Command = {
  id: 'osc.rule.explain',
  needs: 'nothing',
  async run(services) {
    const pages = await workspace.fs.readDirectory(services.shipped('docs', 'rules'));
    const rules = pages.map(([name]) => name.replace(/\.md$/, '')).filter((name) => name !== 'README');
    const chosen = await window.showQuickPick(rules, { title: 'Explain a Rule', placeHolder: 'The name behind osc/ in the list of problems' });
    if (chosen !== undefined) await openRulePage.run(services, chosen);
  },
};
