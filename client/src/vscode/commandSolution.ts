/** Creates solutions that run a command of this extension. */
import { commands } from 'vscode';
import type { Solution } from './solvableError.ts';

/**
 * Creates a solution.
 * @param title title of the button
 * @param id ID of the command
 * @param args arguments of the command
 */
export function commandSolution(title: string, id: string, ...args: readonly unknown[]): Solution {
  return { title, run: () => commands.executeCommand(id, ...args) };
}
