import * as l10n from '@vscode/l10n';
import { openSetting as showSetting } from '../vscode/openSetting.ts';
import type { ExtensionCommand } from './command.ts';

/** Shows a setting of this extension. Links in welcome texts and the walkthrough run this command. */
export const openSetting: ExtensionCommand = {
  id: 'osc.setting.open',
  title: 'Open Setting',
  palette: false,
  needs: 'nothing',
  async run(_, name) {
    if (typeof name !== 'string' || !/^osc\.[\w.]+$/.test(name))
      throw new Error(l10n.t`Select one of this extension's settings.`);
    await showSetting(name);
  },
};
