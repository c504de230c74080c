/** Finds the command and search text that show a setting of this extension. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';

/** The title of the button. */
export const openSettingTitle = () => l10n.t`Open Setting`;

/**
 * The settings of the scope `machine` in package.json. In a remote window, VS Code reads them from the remote settings
 * only.
 */
const machineSettings: readonly string[] = [
  'osc.kubeconfig',
  'osc.oc.path',
  'osc.preflight.timeout',
  'osc.prometheus.url',
  'osc.mustGather.image',
  'osc.edge.endpoint',
  'osc.edge.region',
  'osc.edge.version',
  'osc.trace.server',
];

/**
 * Returns the command of VS Code that shows a setting, and its search text.
 * @param remoteName as VS Code reports it; undefined in a local window
 */
export function settingSearch(
  name: string,
  remoteName: string | undefined,
): { readonly command: string; readonly query: string } {
  const isRemote = remoteName !== undefined && machineSettings.includes(name);
  return {
    command: isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    // Without `@id:`, VS Code also finds settings of other extensions whose texts resemble the name.
    query: `@id:${name}`,
  };
}
