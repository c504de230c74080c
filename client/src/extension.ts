/**
 * Entry point of the extension. Sets the language before it loads the rest, because tables translate their strings at
 * load time.
 */
import './vscode/locale.ts';

export const { activate, deactivate } = await import('./activation/activate.ts');
