import * as l10n from '@vscode/l10n';
import { commands, ProgressLocation, window } from 'vscode';
import { checkInBatches, summaryOf } from '../language/checkInBatches.ts';
import { openSetting } from '../vscode/openSetting.ts';
import { openSettingTitle } from '../vscode/settingSearch.ts';
import type { ExtensionCommand } from './command.ts';

/**
 * Checks all files of the workspace, including closed ones, and counts the findings as `osc-tools lint` does. The
 * Problems view lists them.
 */
export const checkAllFiles: ExtensionCommand = {
  id: 'osc.files.checkAll',
  title: 'Check All Files',
  palette: 'workspaceFolderCount != 0',
  needs: 'server',
  async run({ language, notify }) {
    const options = {
      location: ProgressLocation.Notification,
      title: l10n.t`Checking all files...`,
      cancellable: true,
    };
    const checked = await window.withProgress(options, (progress, token) =>
      checkInBatches(language.ask, (step) => progress.report(step), token),
    );
    // The user canceled before the check started.
    if (checked === undefined) return;
    const showProblems = l10n.t`Show Problems`;
    const hasFindings = checked.errors + checked.warnings + checked.infos > 0;
    const showRules = openSettingTitle();
    const chosen = await notify.tell(
      'info',
      summaryOf(checked),
      ...(hasFindings ? [showProblems] : []),
      ...(checked.rulesOff.length > 0 ? [showRules] : []),
    );
    if (chosen === showProblems) await commands.executeCommand('workbench.panel.markers.view.focus');
    if (chosen === showRules) await openSetting('osc.rules');
  },
};
