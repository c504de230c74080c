/** Returns the description of the choice that keeps the current value. */
import * as l10n from '@vscode/l10n';

export function formatUnchangedChoice(): string {
  return l10n.t`current`;
}
