/**
 * Activates the extension: creates the services and registers commands, views, and tools. Contains no other logic.
 * Activation must be cheap, because it can happen in each window: VS Code 1.139 loads its own file
 * `chatLanguageModels.json` as a document, which activates all extensions for JSON.
 */
import type { ExtensionContext } from 'vscode';
import { openAssistants } from './registerAssistants.ts';
import { getString } from '#core/common/json.ts';
import { registerCommands } from '../commands/index.ts';
import { startLesson } from './startLesson.ts';
import { registerPolicyProviders } from './registerPolicy.ts';
import { createServices } from './services.ts';

/** Holds what `deactivate` needs, because VS Code passes it no arguments. */
let shutDown: (() => Promise<void>) | undefined;

export function activate(context: ExtensionContext): void {
  const services = createServices(context);
  context.subscriptions.push(
    ...registerCommands(services),
    ...registerPolicyProviders(services.policy, services.notify),
    ...openAssistants(services, versionOf(context)),
  );
  services.language.startWhenNeeded();
  startLesson(services);
  shutDown = services.shutDown;
}

function versionOf({ extension }: ExtensionContext): string {
  return getString(extension.packageJSON, 'version') ?? '';
}

/** Shuts down the extension. VS Code waits at most five seconds for this function. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}
