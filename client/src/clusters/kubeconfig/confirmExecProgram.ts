/** Asks for confirmation before a credential plugin from the kubeconfig runs for the first time. */
import * as l10n from '@vscode/l10n';
import { workspace, type Memento } from 'vscode';
import {
  headlineOf,
  questionsOf,
  type ExecCommandPreview,
  type CredentialRequester,
} from '#client/kubernetes/auth/execCommand.ts';
import type { Notify } from '#client/vscode/notify.ts';

/**
 * State key for hashes of the commands that the user allowed. A hash covers the executable and its path, the arguments,
 * the variables with their values, and the working folder.
 */
const allowedKey = 'osc.allowedPrograms';

/**
 * Returns a function that decides whether a credential plugin can run. In an untrusted workspace, nothing runs and the
 * user isn't asked. An allowed command isn't asked about again until it changes.
 */
export function createMayRun(
  kept: Memento,
  notify: Notify,
): (command: ExecCommandPreview, wanting: CredentialRequester) => Promise<boolean> {
  return async (command, wanting) => {
    if (!workspace.isTrusted) return false;
    const allowed = allowedIn(kept);
    if (allowed.includes(command.key)) return true;
    const questions = questionsOf(command);
    for (const [index, question] of questions.entries()) {
      const isLast = index === questions.length - 1;
      const headline =
        questions.length === 1 ? headlineOf(wanting) : `${headlineOf(wanting)} (${index + 1}/${questions.length})`;
      // The prompt offers Run only on the last page.
      if (!(await notify.confirm(headline, question, isLast ? l10n.t`Run` : l10n.t`Next Page`))) return false;
    }
    // Another command might have been allowed in the meantime.
    await kept.update(allowedKey, [...allowedIn(kept), command.key]);
    return true;
  };
}

function allowedIn(kept: Memento): readonly unknown[] {
  const allowed = kept.get<unknown>(allowedKey);
  return Array.isArray(allowed) ? allowed : [];
}
