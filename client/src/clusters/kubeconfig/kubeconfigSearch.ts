/** Describes where the extension searched for a kubeconfig. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { joinList, getSentenceSeparator } from '#core/text/grammar.ts';

/** Input of `describeSearch`. */
export interface KubeconfigSearch {
  /** Value of `osc.kubeconfig`, or an empty string if it isn't set. */
  readonly setting: string;
  /** Value of the environment variable `KUBECONFIG`. */
  readonly variable: string | undefined;
  /** Returns whether a file exists. The path can begin with `~/` or be relative to the home folder. */
  readonly exists: (file: string) => boolean;
}

const defaultFile = '~/.kube/config';

/** Returns the message that explains why there is no cluster to open. */
export function describeSearch({ setting, variable = '', exists }: KubeconfigSearch): string {
  const file = setting.trim();
  const listed = variable.split(path.delimiter).filter((one) => one !== '');
  const stated = (one: string): string => (exists(one) ? one : l10n.t`${one} (no such file)`);
  const valueOf = (name: string, files: readonly string[]): string =>
    files.length === 0 ? l10n.t`${name} (not set)` : `${name}=${files.map(stated).join(path.delimiter)}`;
  const places = joinList([
    valueOf('osc.kubeconfig', file === '' ? [] : [file]),
    valueOf('KUBECONFIG', listed),
    stated(defaultFile),
  ]);
  const found = l10n.t`No clusters found. The extension searches for a kubeconfig in this order: ${places}.`;
  return `${found}${getSentenceSeparator()}${nextStep(file, listed, exists)}`;
}

/**
 * Returns advice on what to do next. The extension reads only the first configured location, and `oc login` ignores the
 * setting.
 */
function nextStep(setting: string, listed: readonly string[], exists: KubeconfigSearch['exists']): string {
  if (setting !== '' && !exists(setting))
    return l10n.t`Correct the path in osc.kubeconfig, or select another kubeconfig.`;
  return setting !== '' || listed.length === 0 || listed.some(exists)
    ? l10n.t`Run oc login, or select a kubeconfig.`
    : l10n.t`Correct the path in KUBECONFIG, run oc login to create the file, or select another kubeconfig.`;
}
