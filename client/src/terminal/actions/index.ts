/** Commands of the terminal feature. To add one, create a file in this folder and add it here. */
import type { TerminalCommand } from '../context.ts';
import { openNodeDebugShell } from './openNodeDebugShell.ts';
import { openTerminal } from './openTerminal.ts';

export const terminalCommands: readonly TerminalCommand[] = [openTerminal, openNodeDebugShell];
