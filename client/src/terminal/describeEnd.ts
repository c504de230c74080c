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

/** Matches the message of a container runtime that can't find the executable. */
const missing = /executable file .*not found|no such file or directory|stat .*: no such file|ENOENT/i;

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
