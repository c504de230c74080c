/** Opens the settings editor. All buttons that lead to a setting call this function. */
import { commands, env } from 'vscode';
import { settingSearch } from './settingSearch.ts';

/**
 * Shows a setting of this extension on the tab where it takes effect.
 * @param name full name of the setting, such as `osc.kubeconfig`
 */
export async function openSetting(name: string): Promise<void> {
  const { command, query } = settingSearch(name, env.remoteName);
  await commands.executeCommand(command, { query });
}
