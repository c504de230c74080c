import * as l10n from '@vscode/l10n';
import { commands, ProgressLocation, window } from 'vscode';
import { stringAt } from '../../../core/json.ts';
import { timeUntilWalkthrough } from '../walkthrough.ts';
import type { Command } from './command.ts';

/** When the extension started: VS Code has read its contributions by then. */
const startedAt = performance.now();

/** Opens the walkthrough that package.json contributes: from the palette, and from views without content. */
export const openTour: Command = {
  id: 'osc.tour.open',
  needs: 'nothing',
  async run({ manifest }) {
    const extension = `${stringAt(manifest, 'publisher') ?? ''}.${stringAt(manifest, 'name') ?? ''}`;
    const wait = timeUntilWalkthrough(performance.now() - startedAt);
    if (wait > 0) {
      const title = l10n.t`Opening the tour...`;
      await window.withProgress({ location: ProgressLocation.Notification, title }, () => new Promise<void>((resolve) => void setTimeout(resolve, wait)));
    }
    await commands.executeCommand('workbench.action.openWalkthrough', `${extension}#osc.start`, false);
  },
};
