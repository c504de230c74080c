import * as l10n from '@vscode/l10n';
import { workspace } from 'vscode';
import type { ExtensionCommand } from './command.ts';
import { comparisonChoice, comparisonId, releaseChoices, releaseInForce } from '../language/releaseChoices.ts';
import { fileInView } from '../vscode/fileInView.ts';
import { showPick } from '../vscode/prompts/showPick.ts';

/**
 * Asks for the OSC release to check files against and stores it in the matching settings scope. Can instead compare
 * the release in force with another one.
 */
export const selectRelease: ExtensionCommand = {
  id: 'osc.release.select',
  title: 'Select OSC Release...',
  needs: 'nothing',
  async run({ language, settings, releases }) {
    const file = fileInView();
    const setting = settings.release(file);
    const ofCluster = language.clusterRelease();
    const from = releaseInForce(setting, ofCluster);
    const items = [...releaseChoices(setting, ofCluster), comparisonChoice(from)];
    const folder = workspace.getWorkspaceFolder(file);
    const title = l10n.t`Select OSC Release`;
    const chosen = await showPick(items, {
      title: folder === undefined ? title : `${title} · ${folder.name}`,
      placeHolder: l10n.t`Select the OSC release to check files against`,
    });
    if (chosen?.id !== comparisonId) {
      if (chosen !== undefined) await settings.setRelease(file, chosen.id);
      return;
    }
    await (await releases()).compare(from);
  },
};
