/** Finds the command and the search text that show a setting of this extension. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';

/** Title of the button. */
export const openSettingTitle = () => l10n.t`Open Setting`;

/**
 * The settings with the scope `machine` in package.json. In a remote window, VS Code reads them only from the remote
 * settings.
 */
const machineSettings: readonly string[] = [
  'osc.kubeconfig',
  'osc.oc.path',
  'osc.preflight.timeout',
  'osc.prometheus.url',
  'osc.mustGather.image',
  'osc.mustGather.maxSize',
  'osc.edge.endpoint',
  'osc.edge.region',
  'osc.edge.version',
  'osc.trace.server',
];

/**
 * Returns the VS Code command that shows a setting, and its search text.
 * @param remoteName value of `env.remoteName`; undefined in a local window
 */
export function settingSearch(
  name: string,
  remoteName: string | undefined,
): { readonly command: string; readonly query: string } {
  const isRemote = remoteName !== undefined && machineSettings.includes(name);
  return {
    command: isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    // Without `@id:`, VS Code also finds settings of other extensions with a similar name.
    query: `@id:${name}`,
  };
}
