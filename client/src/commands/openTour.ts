import * as l10n from '@vscode/l10n';
import { commands, ProgressLocation, window } from 'vscode';
import { stringAt } from '../../../core/json.ts';
import { WalkthroughRegistration } from '../walkthrough.ts';
import type { Command } from './command.ts';

const registration = new WalkthroughRegistration();

/** Opens the walkthrough that package.json contributes: from the palette, and from views without content. */
export const openTour: Command = {
  id: 'osc.tour.open',
  needs: 'nothing',
  async run({ manifest }) {
    const extension = `${stringAt(manifest, 'publisher') ?? ''}.${stringAt(manifest, 'name') ?? ''}`;
    await registration.isDone({
      // There is no such step: VS Code creates the service, and refuses.
      useService: () => commands.executeCommand('welcome.markStepIncomplete', `${extension}#osc.start#none`),
      wait: (milliseconds) =>
        window.withProgress(
          { location: ProgressLocation.Notification, title: l10n.t`Opening the tour...` },
          () => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds)),
        ),
      now: () => performance.now(),
    });
    await commands.executeCommand('workbench.action.openWalkthrough', `${extension}#osc.start`, false);
  },
};
