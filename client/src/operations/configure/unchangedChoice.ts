/** What stands beside the choice that changes nothing. */
import * as l10n from '@vscode/l10n';

export function formatUnchangedChoice(): string {
  return l10n.t({ message: 'Current', args: [], comment: ['Beside the one of several values that is set now.'] });
}
