/** Sets the VS Code context keys for clusters. `setPaused` and `update` set only keys whose values changed. */
import { commands } from 'vscode';
import { changedKeys, contextKeys, type ContextFacts, type ContextKeys } from './contextKeys.ts';

export class ContextKeyUpdater {
  #keys: ContextKeys | undefined;
  #isPaused = false;

  /** @param exist whether the kubeconfig has contexts */
  setContexts(exist: boolean): void {
    setContext('osc.contexts', exist ? 'some' : 'none');
  }

  /** @param isPaused whether an operation can be continued */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    setContext('osc.operationPaused', isPaused);
  }

  update(facts: ContextFacts): void {
    const next = contextKeys(facts);
    for (const [key, value] of changedKeys(this.#keys, next)) setContext(key, value);
    this.#keys = next;
  }
}

function setContext(key: string, value: unknown): void {
  commands.executeCommand('setContext', key, value).then(undefined, () => undefined);
}
