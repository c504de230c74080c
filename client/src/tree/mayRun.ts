/** Asks before a program of the kubeconfig is run for the first time. */
import * as l10n from '@vscode/l10n';
import { workspace, type Memento } from 'vscode';
import { headlineOf, questionOf, type Command, type Wanting } from '../cluster/auth/execCommand.ts';
import type { Notify } from '../notify.ts';

/** Hashes of what the user has allowed: of the program where it is, its arguments, its variables with their values, its folder. */
const allowedKey = 'osc.allowedPrograms';

/** In a workspace that is not trusted nothing is run, and nobody is asked. What was allowed once is not asked again as long as nothing of it changed. */
export function createMayRun(kept: Memento, notify: Notify): (command: Command, wanting: Wanting) => Promise<boolean> {
  return async (command, wanting) => {
    if (!workspace.isTrusted) return false;
    const allowed = allowedIn(kept);
    if (allowed.includes(command.key)) return true;
    const yes = await notify.confirm(headlineOf(wanting), questionOf(command), l10n.t`Run`);
    // Another may have been allowed meanwhile.
    if (yes) await kept.update(allowedKey, [...allowedIn(kept), command.key]);
    return yes;
  };
}

function allowedIn(kept: Memento): readonly unknown[] {
  const allowed = kept.get<unknown>(allowedKey);
  return Array.isArray(allowed) ? allowed : [];
}
