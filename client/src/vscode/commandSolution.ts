/** Solutions that run a command of this extension. */
import { commands } from 'vscode';
import type { Solution } from './solvableError.ts';

/** @param title of the button @param id of the command @param args it is run with */
export function commandSolution(title: string, id: string, ...args: readonly unknown[]): Solution {
  return { title, run: () => commands.executeCommand(id, ...args) };
}
