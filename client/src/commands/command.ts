/** Defines commands. Each command has its own file. */
import * as l10n from '@vscode/l10n';
import { commands, type Disposable } from 'vscode';
import type { Services } from '../activation/services.ts';
import type { CommandContribution } from './commandContribution.ts';

/** A command and its contribution to package.json. */
export interface ExtensionCommand extends CommandContribution, RunnableCommand {}

/** A command that can be registered. */
export interface RunnableCommand {
  readonly id: string;
  /**
   * What must be running before `run` is called. `server` starts the language server, and the user sees an error if it
   * fails.
   */
  readonly needs: 'nothing' | 'server';
  run(services: Services, ...args: readonly unknown[]): Promise<void>;
}

/** Registers a command and reports its errors to the user. */
export function registerCommand({ id, needs, run }: RunnableCommand, services: Services): Disposable {
  return commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      if (needs === 'server') await services.language.start();
      await run(services, ...args);
    } catch (error) {
      services.notify.error(
        `OpenShift Sandboxed Containers: ${error instanceof Error ? error.message : l10n.t`The command failed`}`,
        error,
      );
    }
  });
}
