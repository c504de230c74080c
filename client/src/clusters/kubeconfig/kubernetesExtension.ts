/**
 * The kubeconfig that the Kubernetes extension uses, where it is installed. Its API is described in its repository:
 * src/api/contract/configuration/v1_1.ts.
 */
import { extensions, type Disposable } from 'vscode';
import { isJsonObject, getString } from '#core/common/json.ts';
import { kubernetesExtension } from '#client/tree/viewIds.ts';

export interface KubernetesExtension extends Disposable {
  /**
   * The path that it uses; undefined where it is not there, is too old, or keeps its kubeconfig inside of WSL, which we
   * cannot reach.
   */
  kubeconfig(): Promise<string | undefined>;
}

/** Longer nobody waits for another extension, in milliseconds. */
const patience = 5000;

/** @param changed it uses another one now */
export function followKubernetesExtension(changed: () => void): KubernetesExtension {
  let listening: unknown;
  let disposed = false;
  return {
    async kubeconfig() {
      const configuration = await Promise.race([configurationApi(), after(patience)]);
      if (!isJsonObject(configuration)) return undefined;
      if (listening === undefined && !disposed) listening = listen(configuration, changed);
      const path = call(configuration, 'getKubeconfigPath');
      return getString(path, 'pathType') === 'host' ? getString(path, 'hostPath') : undefined;
    },
    dispose() {
      disposed = true;
      if (isJsonObject(listening)) call(listening, 'dispose');
    },
  };
}

async function configurationApi(): Promise<unknown> {
  const extension = extensions.getExtension<unknown>(kubernetesExtension);
  if (extension === undefined) return undefined;
  try {
    const broker: unknown = await extension.activate();
    const answer = call(broker, 'get', 'configuration', 'v1_1');
    return isJsonObject(answer) && answer['available'] === true ? answer['api'] : undefined;
  } catch {
    // Its own fault, which it reports itself.
    return undefined;
  }
}

function listen(configuration: unknown, changed: () => void): unknown {
  return call(configuration, 'onDidChangeKubeconfigPath', () => changed()) ?? false;
}

/** Calls a method that may not be there. */
function call(target: unknown, method: string, ...args: readonly unknown[]): unknown {
  if (!isJsonObject(target)) return undefined;
  const found = target[method];
  return typeof found === 'function' ? (Reflect.apply(found, target, args) as unknown) : undefined;
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds).unref();
  });
}
