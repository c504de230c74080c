/** Lists the buttons to offer if oc isn't available. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { OcUnusable } from '#client/oc/usableOc.ts';
import { openSettingTitle } from '#client/vscode/settingSearch.ts';

export const byApi = () => l10n.t`Collect Through the API...`;
export const getOc = () => l10n.t`Get oc`;

/**
 * Returns the labels of the buttons. Doesn't offer another executable in Restricted Mode or if the cluster isn't in a
 * kubeconfig file, because it wouldn't help.
 */
export function listOcAlternatives(why: OcUnusable['why']): readonly string[] {
  if (why === 'untrusted' || why === 'unnamed') return [byApi()];
  return why === 'missing' ? [byApi(), getOc(), openSettingTitle()] : [byApi(), openSettingTitle()];
}
