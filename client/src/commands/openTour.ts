import { commands, window } from 'vscode';
import { listAt, stringAt } from '../../../core/json.ts';
import { openWalkthrough } from '../walkthrough.ts';
import type { Command } from './command.ts';

/** Opens the walkthrough that package.json contributes: from the palette, and from views without content. */
export const openTour: Command = {
  id: 'osc.tour.open',
  needs: 'nothing',
  async run({ manifest }) {
    const extension = `${stringAt(manifest, 'publisher') ?? ''}.${stringAt(manifest, 'name') ?? ''}`;
    const title = stringAt(listAt(manifest, 'contributes', 'walkthroughs')[0], 'title') ?? '';
    await openWalkthrough(title, {
      open: () => commands.executeCommand('workbench.action.openWalkthrough', `${extension}#osc.start`, false),
      activeTab: () => window.tabGroups.activeTabGroup.activeTab?.label,
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    });
  },
};
