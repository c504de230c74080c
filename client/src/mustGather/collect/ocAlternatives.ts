/** What can be done where oc cannot be used, as buttons. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { OcUnusable } from '#client/oc/usableOc.ts';
import { openSettingTitle } from '#client/vscode/settingSearch.ts';

export const byApi = () => l10n.t`Collect Through the API...`;
export const getOc = () => l10n.t`Get oc`;

/** In Restricted Mode, and of a cluster that stands in no file, no program is an answer. */
export function listOcAlternatives(why: OcUnusable['why']): readonly string[] {
  if (why === 'untrusted' || why === 'unnamed') return [byApi()];
  return why === 'missing' ? [byApi(), getOc(), openSettingTitle()] : [byApi(), openSettingTitle()];
}
