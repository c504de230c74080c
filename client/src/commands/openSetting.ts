import * as l10n from '@vscode/l10n';
import { openSetting as showSetting } from '../openSetting.ts';
import type { Command } from './command.ts';

/** Behind links of welcome texts and of the tour: shows one of our settings. */
export const openSetting: Command = {
  id: 'osc.setting.open',
  needs: 'nothing',
  async run(_, name) {
    if (typeof name !== 'string' || !/^osc\.[\w.]+$/.test(name)) throw new Error(l10n.t`Select a setting of this extension.`);
    await showSetting(name);
  },
};
