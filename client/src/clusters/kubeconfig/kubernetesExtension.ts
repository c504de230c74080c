/**
 * Gives access to the kubeconfig of the Kubernetes extension, if that extension is installed. Its repository describes
 * the API in src/api/contract/configuration/v1_1.ts.
 */
import { extensions, type Disposable } from 'vscode';
import { isJsonObject, getString } from '#core/common/json.ts';
import { kubernetesExtension } from '#client/tree/viewIds.ts';

export interface KubernetesExtension extends Disposable {
  /**
   * Returns the path of the Kubernetes extension's kubeconfig. Returns undefined if the extension isn't installed, is
   * too old, or keeps the kubeconfig inside WSL, where it can't be read.
   */
  kubeconfig(): Promise<string | undefined>;
}

/** Maximum time to wait for the other extension, in milliseconds. */
const patience = 5000;

/**
 * Follows the kubeconfig path of the Kubernetes extension.
 * @param changed called when the path changes
 */
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
    // The other extension reports its own errors.
    return undefined;
  }
}

function listen(configuration: unknown, changed: () => void): unknown {
  return call(configuration, 'onDidChangeKubeconfigPath', () => changed()) ?? false;
}

/** Calls a method that might not exist. */
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
