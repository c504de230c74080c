/** Describes where the extension searched for a kubeconfig. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { joined } from '../../../core/wording.ts';

/** The input of `describeSearch`. */
export interface KubeconfigSearch {
  /** The value of `osc.kubeconfig`; `` if it isn't set. */
  readonly setting: string;
  /** The environment variable `KUBECONFIG`. */
  readonly variable: string | undefined;
  /** True if `~/.kube/config` exists. */
  readonly hasDefault: boolean;
}

/** Returns the message if there is no cluster to open. @param hasOpen true if another cluster is open */
export function describeSearch({ setting, variable = '', hasDefault }: KubeconfigSearch, hasOpen: boolean): string {
  const isSet = setting.trim() !== '';
  const hasVariable = variable !== '';
  const places = joined([
    isSet ? l10n.t`the setting osc.kubeconfig (${setting})` : l10n.t`the setting osc.kubeconfig (not set)`,
    hasVariable ? `KUBECONFIG (${variable})` : l10n.t`KUBECONFIG (not set)`,
    hasDefault ? '~/.kube/config' : l10n.t`~/.kube/config (not found)`,
  ]);
  return hasOpen
    ? l10n.t`No other cluster to open. The extension searches for a kubeconfig in this order: ${places}. Run oc login, or select a kubeconfig.`
    : l10n.t`No cluster to open. The extension searches for a kubeconfig in this order: ${places}. Run oc login, or select a kubeconfig.`;
}
