import * as l10n from '@vscode/l10n';
import { workspace } from 'vscode';
import type { ExtensionCommand } from './command.ts';
import { releaseChoices } from '../language/releaseChoices.ts';
import { fileInView } from '../vscode/fileInView.ts';
import { showPick } from '../vscode/prompts/showPick.ts';

/** Asks for the OSC release to check files against and stores it in the matching settings scope. */
export const selectRelease: ExtensionCommand = {
  id: 'osc.release.select',
  title: 'Select OSC Release...',
  needs: 'nothing',
  async run({ language, settings }) {
    const file = fileInView();
    const items = releaseChoices(settings.release(file), language.clusterRelease());
    const folder = workspace.getWorkspaceFolder(file);
    const title = l10n.t`Select OSC Release`;
    const chosen = await showPick(items, {
      title: folder === undefined ? title : `${title} · ${folder.name}`,
      placeHolder: l10n.t`Select the OSC release to check files against`,
    });
    if (chosen !== undefined) await settings.setRelease(file, chosen.id);
  },
};
