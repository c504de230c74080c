/**
 * Lives beside the OPA extension, which answers for Rego in general, with Regal's language server in it.
 * The only one that does: what else there is for VS Code colours and has snippets.
 */
import { extensions, type Disposable } from 'vscode';
import type { RegoExtensionParams } from '#server/protocol/protocol.ts';

export interface RegoExtension extends Disposable {
  now(): RegoExtensionParams;
  /** Called when it was installed, removed, switched on or off. */
  onChange(listener: (params: RegoExtensionParams) => void): void;
}

/** Source: open-policy-agent/vscode-opa package.json (publisher and name). */
const extensionId = 'tsandall.opa';

export function followRegoExtension(): RegoExtension {
  const listeners: ((params: RegoExtensionParams) => void)[] = [];
  // One that is switched off is not among the extensions.
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
