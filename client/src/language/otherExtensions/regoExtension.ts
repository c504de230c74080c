/**
 * Detects the OPA extension, which supports Rego in general and includes Regal's language server. Other Rego extensions
 * for VS Code provide only syntax highlighting and snippets.
 */
import { extensions, type Disposable } from 'vscode';
import type { RegoExtensionParams } from '#server/protocol/protocol.ts';

export interface RegoExtension extends Disposable {
  now(): RegoExtensionParams;
  /** Calls the listener when the extension is installed, uninstalled, enabled, or disabled. */
  onChange(listener: (params: RegoExtensionParams) => void): void;
}

/** ID of the OPA extension. Source: open-policy-agent/vscode-opa package.json (publisher and name). */
const extensionId = 'tsandall.opa';

export function followRegoExtension(): RegoExtension {
  const listeners: ((params: RegoExtensionParams) => void)[] = [];
  // VS Code doesn't list disabled extensions.
  const now = () => ({ active: extensions.getExtension(extensionId) !== undefined });
  let before = now().active;
  const subscription = extensions.onDidChange(() => {
    const params = now();
    if (params.active === before) return;
    before = params.active;
    for (const listener of listeners) listener(params);
  });
  return { now, onChange: (listener) => listeners.push(listener), dispose: () => subscription.dispose() };
}
