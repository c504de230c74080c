/** Starts the extension: builds the services and registers the lists. No logic here. */
import type { ExtensionContext } from 'vscode';
import { registerCommands } from './commands/index.ts';
import { startLesson } from './demo/lesson.ts';
import { openDoors } from './policy/doors.ts';
import { createServices } from './services.ts';

export function activate(context: ExtensionContext): void {
  const services = createServices(context);
  context.subscriptions.push(...registerCommands(services), ...openDoors(services.policy, services.notify));
  services.language.startWhenNeeded();
  startLesson(services);
}
