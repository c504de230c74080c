/** Explains why a command in a container couldn't run. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { joinSentences } from '#core/text/grammar.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';

/** What the user can do about a failure. */
export type EndAction = 'showPermissions' | 'copyCommand' | 'editCommand';

export interface FailureText {
  readonly message: string;
  readonly actions: readonly EndAction[];
}

/**
 * Matches the messages of container runtimes and of the Kata agent about a missing executable. Their exact texts
 * weren't checked on a real cluster, so a message that doesn't match is shown as it is.
 */
const missing = /executable file .*not found|the file .* was not found|no such file or directory|ENOENT/i;

/**
 * Explains a failure.
 * @param target the container and the executable
 */
export function explainEnd(
  { kind, message, reason }: ApiProblem,
  { container, executable }: { readonly container: string; readonly executable: string },
): FailureText {
  switch (kind) {
    case 'forbidden':
      return { message, actions: ['showPermissions'] };
    case 'readOnly':
      return { message, actions: ['copyCommand'] };
    case 'badAnswer':
      return { message, actions: reason === 'upgradeRefused' ? ['copyCommand'] : [] };
    default:
      return missing.test(message)
        ? {
            message: joinSentences(
              l10n.t`Container ${container} has no executable ${executable}. Run another command.`,
              message,
            ),
            actions: ['editCommand'],
          }
        : { message, actions: [] };
  }
}
