import { commands } from 'vscode';
import { stringAt } from '../../../core/json.ts';
import type { Command } from './command.ts';

/** From the palette and from views with nothing in them: the walkthrough that package.json contributes. */
export const openTour: Command = {
  id: 'osc.tour.open',
  needs: 'nothing',
  async run({ manifest }) {
    const extension = `${stringAt(manifest, 'publisher') ?? ''}.${stringAt(manifest, 'name') ?? ''}`;
    await commands.executeCommand('workbench.action.openWalkthrough', `${extension}#osc.start`, false);
  },
};
