/** Entry point of the extension in desktop VS Code and code-server. */
import type { ExtensionContext } from 'vscode';
import { activate as activateExtension, deactivate } from './activation/activate.ts';
import { applyLocale } from './vscode/locale.ts';

export { deactivate };

/** Starts the extension in the display language of VS Code. */
export function activate(context: ExtensionContext): ReturnType<typeof activateExtension> {
  applyLocale();
  return activateExtension(context);
}
