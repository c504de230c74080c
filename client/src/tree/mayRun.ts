/** Asks before a program of the kubeconfig is run for the first time. */
import { createHash } from 'node:crypto';
import { workspace, type Memento } from 'vscode';
import type { Command } from '../cluster/auth/execCommand.ts';
import type { Notify } from '../notify.ts';

/** Hashes of the command lines that the user has allowed. */
const allowedKey = 'osc.allowedPrograms';

/** In a workspace that is not trusted nothing is run, and nobody is asked. What was allowed once is not asked again. */
export function createMayRun(kept: Memento, notify: Notify): (command: Command) => Promise<boolean> {
  return async (command) => {
    if (!workspace.isTrusted) return false;
    const { argv, envNames, folder } = command;
    const hash = createHash('sha256')
      .update(JSON.stringify([argv, envNames, folder]))
      .digest('hex');
    const allowed = kept.get<readonly string[]>(allowedKey, []);
    if (allowed.includes(hash)) return true;
    const detail = [
      argv.map(shown).join(' '),
      '',
      `It is run in ${folder}, without a shell.`,
      ...(envNames.length === 0 ? [] : [`The kubeconfig sets for it: ${envNames.join(', ')}.`]),
      'It runs as you, and may open a browser. It is not asked again for this line.',
    ].join('\n');
    const yes = await notify.confirm('The kubeconfig names a program to log in to the cluster. Run it?', detail, 'Run');
    if (yes) await kept.update(allowedKey, [...allowed, hash]);
    return yes;
  };
}

/** As a shell would need it: so that one sees where an argument ends. */
function shown(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument);
}
