/** Asks before a program of the kubeconfig is run for the first time. */
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
 * Hashes of what the user has allowed: of the program where it is, its arguments, its variables with their values, its
 * folder.
 */
const allowedKey = 'osc.allowedPrograms';

/**
 * In a workspace that is not trusted nothing is run, and nobody is asked. What was allowed once is not asked again as
 * long as nothing of it changed.
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
    // Another may have been allowed meanwhile.
    await kept.update(allowedKey, [...allowedIn(kept), command.key]);
    return true;
  };
}

function allowedIn(kept: Memento): readonly unknown[] {
  const allowed = kept.get<unknown>(allowedKey);
  return Array.isArray(allowed) ? allowed : [];
}
