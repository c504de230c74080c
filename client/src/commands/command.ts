/** The shape of a command. One command is one file. */
import * as l10n from '@vscode/l10n';
import { commands, type Disposable } from 'vscode';
import type { Services } from '../activation/services.ts';
import type { CommandContribution } from './commandContribution.ts';

/** A command with what package.json contributes for it. */
export interface ExtensionCommand extends CommandContribution, RunnableCommand {}

/** A command as the extension registers it. */
export interface RunnableCommand {
  readonly id: string;
  /** What must be there first; it is started, or the user is told, before `run` is called. */
  readonly needs: 'nothing' | 'server';
  run(services: Services, ...args: readonly unknown[]): Promise<void>;
}

/** Registers a command; what goes wrong in it is said once, here. */
export function registerCommand({ id, needs, run }: RunnableCommand, services: Services): Disposable {
  return commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      if (needs === 'server') await services.language.start();
      await run(services, ...args);
    } catch (error) {
      services.notify.error(
        `OpenShift Sandboxed Containers: ${error instanceof Error ? error.message : l10n.t`the command failed`}`,
        error,
      );
    }
  });
}
